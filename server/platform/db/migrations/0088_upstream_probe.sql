-- When an upstream was last asked for a sign of life, and what came of it.
alter table upstream add column probed_at timestamptz;
alter table upstream add column probe_said text;
