-- The event that a callback's attempts belong to.
grant select on callback_schedule to paydesk_merchant;
