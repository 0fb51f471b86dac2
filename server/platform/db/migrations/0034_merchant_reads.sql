-- Their own access to the Open API, what it was asked, and their days.
grant select on open_access, open_api_log, daily_report to paydesk_merchant;
