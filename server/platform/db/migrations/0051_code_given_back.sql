-- A command that came to nothing has spent no one-time password: what it took is taken back.
grant delete on otp_use to paydesk_server;
