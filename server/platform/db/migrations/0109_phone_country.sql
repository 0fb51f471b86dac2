-- Telephone numbers are stored in E.164; the country whose national numbers people type is the organisation's.
alter table sys_org add column country text check (country ~ '^[A-Z]{2}$');
update sys_user set phone = '+86' || phone where phone ~ '^1[3-9][0-9]{9}$';
