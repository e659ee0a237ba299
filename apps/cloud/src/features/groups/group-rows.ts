import type { Store } from '../../store/database.ts';
import type { GroupSessionRow } from '../../store/tables.ts';
import type { Group, GroupScript, GroupSessionMember } from './group.ts';
import type { Timeline } from './timeline.ts';

/** A stored group, without its members. */
export type StoredGroup = Pick<Group, 'id' | 'name' | 'secretHash' | 'madeAtMs' | 'script' | 'timeline'>;

/** A stored member of a group. */
export type StoredMember = Pick<GroupSessionMember, 'id' | 'textHash' | 'name' | 'isHost'>;

/** The rows of group sessions. */
export interface GroupRows {
  /** Every stored group with its members, in the order in which they came. */
  load(): Promise<readonly { readonly group: StoredGroup; readonly members: readonly StoredMember[] }[]>;
  insert(group: Group, host: GroupSessionMember): Promise<void>;
  insertMember(member: GroupSessionMember): Promise<void>;
  /** Stores a timeline, and a script where there is another one. */
  update(group: Group, timeline: Timeline, script?: GroupScript): Promise<void>;
  removeMember(member: GroupSessionMember): Promise<void>;
  remove(group: Pick<Group, 'id'>): Promise<void>;
}

/** Returns the rows in `store`. */
export function createGroupRows(store: Store, nowMs: () => number): GroupRows {
  async function insertMember(
    { id, textHash, name, isHost, group }: GroupSessionMember,
    inside = store,
  ): Promise<void> {
    const row = { text_hash: textHash, group_id: group.id, id, name, is_host: isHost ? 1 : 0, joined_at: nowMs() };
    await inside.insertInto('group_members').values(row).execute();
  }

  return {
    async load() {
      const ids = store.selectFrom('group_sessions').select('id');
      await store.deleteFrom('group_members').where('group_id', 'not in', ids).execute();
      const members = await store.selectFrom('group_members').selectAll().orderBy('joined_at').execute();
      const groups = await store.selectFrom('group_sessions').selectAll().execute();
      return groups.map((row) => ({
        group: toGroup(row),
        members: members
          .filter(({ group_id }) => group_id === row.id)
          .map(({ id, name, text_hash, is_host }) => ({ id, name, textHash: text_hash, isHost: is_host === 1 })),
      }));
    },
    async insert(group, host) {
      const { id, name, secretHash, madeAtMs, timeline } = group;
      const row = { id, name, secret_hash: secretHash, made_at: madeAtMs, ...NO_SCRIPT, ...toTimelineRow(timeline) };
      await store.transaction().execute(async (inside) => {
        await inside.insertInto('group_sessions').values(row).execute();
        await insertMember(host, inside);
      });
    },
    insertMember: (member) => insertMember(member),
    async update({ id }, timeline, script) {
      const row = { ...toTimelineRow(timeline), ...(script && toScriptRow(script)) };
      await store.updateTable('group_sessions').set(row).where('id', '=', id).execute();
    },
    async removeMember({ textHash }) {
      await store.deleteFrom('group_members').where('text_hash', '=', textHash).execute();
    },
    async remove({ id }) {
      await store.transaction().execute(async (inside) => {
        await inside.deleteFrom('group_members').where('group_id', '=', id).execute();
        await inside.deleteFrom('group_sessions').where('id', '=', id).execute();
      });
    },
  };
}

const NO_SCRIPT = { script_rev: 0, script_name: '', script_points: 0, script_ms: 0, script: '' };

const toScriptRow = ({ rev, name, points, lengthMs, text }: GroupScript) => ({
  script_rev: rev,
  script_name: name,
  script_points: points,
  script_ms: lengthMs,
  script: text.toString('utf8'),
});

/** The timeline has a column for every field; SQLite has no booleans. */
const toTimelineRow = (timeline: Timeline) => ({ ...timeline, playing: timeline.playing ? 1 : 0 });

function toGroup(row: GroupSessionRow): StoredGroup {
  const { script_rev: rev, script_name: name, script_points: points, script_ms: lengthMs } = row;
  const { seq, position_ms, at, rate } = row;
  const script = { rev, name, points, lengthMs, text: Buffer.from(row.script) };
  const paused_by = row.paused_by as Timeline['paused_by']; // `toTimelineRow` wrote it
  return {
    ...{ id: row.id, name: row.name, secretHash: row.secret_hash, madeAtMs: row.made_at },
    script: rev === 0 ? undefined : script,
    timeline: { seq, playing: row.playing === 1, position_ms, at, rate, paused_by },
  };
}
