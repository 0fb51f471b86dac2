-- Where a person has signed in before: asked at every sign-in, and by the person's id when sessions are ended.
create index sys_session_address on sys_session (user_id, ip);
