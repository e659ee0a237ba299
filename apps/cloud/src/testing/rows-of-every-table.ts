import type { Tables } from '../store/tables.ts';

const AT = 1_764_163_200_123;
const LATEST = Number.MAX_SAFE_INTEGER;
const TEXT = `Ann "O'Hara" 𝕏 日本語 \\ % \u200d \t\n`;

/** Rows of every table: with nulls and without, with the largest numbers, with all kinds of text. */
export const rowsOfEveryTable: { readonly [T in keyof Tables]: readonly Tables[T][] } = {
  tokens: [
    { ref: 'a', hash: 'h1', restrictions: '{}', ttl_s: 2 ** 40, created_at: AT, expires_at: LATEST },
    {
      ref: 'b',
      hash: 'h2',
      restrictions: JSON.stringify({ name: `${TEXT}\u0000` }),
      ttl_s: 1,
      created_at: 0,
      expires_at: AT,
    },
  ],
  secrets: [{ name: 'renewal', value: TEXT }],
  virtual_devices: [
    { connection_key: 'k1', model: 'handy', made_by: 'app', created_at: AT, last_used_at: AT, firmware: null },
    { connection_key: 'k2', model: 'oh', made_by: 'control', created_at: AT, last_used_at: AT, firmware: '3.2.1' },
  ],
  scripts: [
    { hash: 's1', kind: 'csv', size: 2 ** 33, created_at: AT, expires_at: LATEST, body: '' },
    { hash: 's2', kind: 'funscript', size: 7, created_at: AT, expires_at: AT, body: `\ufeff${TEXT.repeat(2_000)}` },
  ],
  enrolments: [
    { connection_key: 'k3', secret_hash: 'h', label: TEXT, created_at: AT, last_seen_at: null },
    { connection_key: 'k4', secret_hash: 'h', label: '', created_at: AT, last_seen_at: AT },
  ],
  shares: [
    {
      ...{ id: 's-1', connection_key: 'k1', secret_hash: 'h', name: TEXT, allow: '["hamp"]', limits: '{"speed":0.4}' },
      ...{ uses: null, used: 3, viewers: 16, created_at: AT, expires_at: LATEST, started_at: null },
    },
    {
      ...{ id: 's-2', connection_key: 'k1', secret_hash: 'h', name: '', allow: '[]', limits: '{}' },
      ...{ uses: 5, used: 0, viewers: 0, created_at: AT, expires_at: AT, started_at: AT },
    },
  ],
  driven_devices: [{ connection_key: 'k3', driven_by: 'guest', since: AT }],
  channels: [{ reference: 'c1', secret_hash: 'h', members: '[]', aliases_given: 2 ** 32, used_at: AT }],
  streams: [
    { reference: 'p1', secret_hash: 'h', closed: 0, used_at: AT },
    { reference: 'p2', secret_hash: 'h', closed: 1, used_at: AT },
  ],
  stream_points: [
    { reference: 'p1', place: 0, points: '[0,1.5]' },
    { reference: 'p1', place: 1, points: '[]' },
    { reference: 'p2', place: 0, points: JSON.stringify(Array.from({ length: 20_000 }, (_, at) => at)) },
  ],
  guest_sessions: [{ text_hash: 'g1', id: 'i', alias: 'al', name: TEXT, share: 's-1', joined_at: AT }],
  shared_controls: [
    { connection_key: 'k1', locked: 0, controller: 'i' },
    { connection_key: 'k2', locked: 1, controller: null },
  ],
  group_sessions: [
    {
      ...{ id: 'g-1', name: TEXT, secret_hash: 'h', made_at: AT, script_rev: 2, script_name: TEXT, script_points: 2 },
      ...{ script_ms: 2 ** 31, script: '{"t":[0,1]}', seq: 9, playing: 1, position_ms: 1_500, at: AT, rate: 1.25 },
      paused_by: null,
    },
    {
      ...{ id: 'g-2', name: '', secret_hash: 'h', made_at: AT, script_rev: 0, script_name: '', script_points: 0 },
      ...{ script_ms: 0, script: '', seq: 0, playing: 0, position_ms: 0, at: AT, rate: 1, paused_by: 'host' },
    },
  ],
  group_members: [{ text_hash: 'm1', group_id: 'g-1', id: 'i', name: TEXT, is_host: 1, joined_at: AT }],
  script_files: [
    { name: 's1.csv', place: 0, bytes: Buffer.from([0, 255, 10, 0]) },
    { name: 's1.csv', place: 1, bytes: Buffer.alloc(0) },
  ],
};
