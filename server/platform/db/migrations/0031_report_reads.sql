-- A merchant's people may know in which zone their days are cut, and nothing else of the settings.
create or replace function report_zone() returns text language sql stable security definer set search_path = public
return coalesce((select value from sys_config where code = 'reportZone'), 'Asia/Kolkata');
