-- All open rows of one invariant are one alert, announced once: they share its episode. The key is the one of the view's
-- row, by which a later round checks whether the row still is at fault; null where only the full check can tell.
alter table invariant_alert add column episode bigint, add column row_key bigint;
update invariant_alert a set episode = (select min(id) from invariant_alert b where b.invariant = a.invariant);
alter table invariant_alert alter column episode set not null;
