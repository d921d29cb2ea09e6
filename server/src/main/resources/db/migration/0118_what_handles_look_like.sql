-- Purpose: the second table of look-alikes. Reserved words are written anew here; people's handles, of which there may be
-- many, by the job handle-upkeep, which has its turn at once.
-- Tables: identity.reservation_dictionary, admin.jobs.
-- Scope: system-wide: reserved words and the timetable are one for all workspaces.
-- Retention class: none.
-- Rollback: none is needed: a release with the first table takes words by themselves, and works nothing out.

-- Marks are dropped and letters become the one that they look like; what a pair looks like is spelt out, then pairs are one letter.
update identity.reservation_dictionary
set skeleton_version = 2,
    skeleton = replace(replace(replace(
        replace(replace(replace(translate(handle, '01i2589-.', 'ollzsbg'), 'm', 'rn'), 'w', 'vv'), 'd', 'cl'),
        'rn', 'm'), 'vv', 'w'), 'cl', 'd');

update admin.jobs
set due_at = now()
where name = 'handle-upkeep'
  and not picked
  and due_at > now();
