/** Issued client tokens; only the hash of a token is stored. Instants in ms since the epoch. */
export interface TokenRow {
  ref: string;
  hash: string;
  /** `Restrictions` as JSON. */
  restrictions: string;
  ttl_s: number;
  created_at: number;
  expires_at: number;
}

/** Secrets of this cloud by name, in base64url. */
export interface SecretRow {
  name: string;
  value: string;
}

/** Virtual devices that survive a restart. Instants in ms since the epoch. */
export interface VirtualDeviceRow {
  connection_key: string;
  model: string;
  /** `app`: created in the app, removed when unused; `control`: created by an operator, stored until removed. */
  made_by: 'app' | 'control';
  created_at: number;
  last_used_at: number;
  /** Version of the firmware it runs; null: the newest that the build models. */
  firmware: string | null;
}

/** Uploaded scripts by the hash of their text. Instants in ms since the epoch, `size` in bytes of UTF-8, points included where they are stored. */
export interface ScriptRow {
  hash: string;
  kind: 'csv' | 'funscript';
  size: number;
  created_at: number;
  expires_at: number;
  body: string;
}

/** Devices that may link from outside this process. Instants in ms since the epoch. */
export interface EnrolmentRow {
  connection_key: string;
  /** SHA-256 of the secret, in base64url; the secret itself is not stored. */
  secret_hash: string;
  /** The label by the person who enrolled it. */
  label: string;
  created_at: number;
  /** Null: it never linked. */
  last_seen_at: number | null;
}

/** Shares of devices (docs/sharing.md). Instants in ms since the epoch. */
export interface ShareRow {
  id: string;
  connection_key: string;
  /** SHA-256 of the secret, in base64url; the secret itself is not stored. */
  secret_hash: string;
  name: string;
  /** The modes that are allowed, and the limits, as JSON. */
  allow: string;
  limits: string;
  /** How many sessions the link can make, null: any number; and how many it has made. */
  uses: number | null;
  used: number;
  viewers: number;
  created_at: number;
  expires_at: number;
  /** The first guest's arrival, ms since the epoch; null before that. */
  started_at: number | null;
}

/** Linked devices that are driven under a hold or lease and not known to be at rest since. */
export interface DrivenDeviceRow {
  connection_key: string;
  driven_by: 'owner' | 'guest';
  /** The start of the drive, ms since the epoch. */
  since: number;
}

/** Channels of several devices. Instants in ms since the epoch. */
export interface ChannelRow {
  reference: string;
  /** SHA-256 of the secret, in base64url; the secret itself is not stored. */
  secret_hash: string;
  /** The connection keys and their aliases, as JSON. */
  members: string;
  /** How many aliases were given since it was made, those of former members included. */
  aliases_given: number;
  /** The last use that was noted; a later one may be up to an hour old. */
  used_at: number;
}

/** Point streams; `used_at` as in `ChannelRow`. */
export interface StreamRow {
  reference: string;
  /** SHA-256 of the secret, in base64url; the secret itself is not stored. */
  secret_hash: string;
  /** 1: it takes no more points. */
  closed: 0 | 1;
  used_at: number;
}

/** The points of one request to a stream. */
export interface StreamPointsRow {
  reference: string;
  /** The number of points before them. */
  place: number;
  /** Times in ms and positions in percent by turns, as JSON. */
  points: string;
}

/** Sessions of guests (docs/sharing.md). Instants in ms since the epoch. */
export interface GuestSessionRow {
  /** SHA-256 of the session's text, in base64url; the text itself is not stored. */
  text_hash: string;
  id: string;
  alias: string;
  name: string;
  /** The id of the share. */
  share: string;
  joined_at: number;
}

/** Control of shared devices. A device with sessions and without a row counts as locked. */
export interface SharedControlRow {
  connection_key: string;
  /** 1: the owner took control back and passes it on only by hand. */
  locked: 0 | 1;
  /** The id of the session in control. */
  controller: string | null;
}

/** Group sessions (docs/group-sessions.md). Instants in ms since the epoch. */
export interface GroupSessionRow {
  id: string;
  name: string;
  /** SHA-256 of the secret, in base64url; the secret itself is not stored. */
  secret_hash: string;
  made_at: number;
  /** 0: there is no script. */
  script_rev: number;
  script_name: string;
  script_points: number;
  /** Length of the script in ms. */
  script_ms: number;
  /** What members receive, as JSON; empty without a script. */
  script: string;
  seq: number;
  /** 1: the timeline played when the row was written. */
  playing: number;
  position_ms: number;
  at: number;
  rate: number;
  paused_by: string | null;
}

/** Members of group sessions. Instants in ms since the epoch. */
export interface GroupMemberRow {
  /** SHA-256 of the session's text, in base64url; the text itself is not stored. */
  text_hash: string;
  group_id: string;
  id: string;
  name: string;
  /** 1: the host. */
  is_host: number;
  joined_at: number;
}

/** A part of a file of a large script, in a database that keeps those; a store in a file has them beside it. */
export interface ScriptFileRow {
  name: string;
  /** The number of parts before it. Each but the last has the same size. */
  place: number;
  bytes: Uint8Array;
}

/** Every table of the store. */
export interface Tables {
  tokens: TokenRow;
  secrets: SecretRow;
  virtual_devices: VirtualDeviceRow;
  scripts: ScriptRow;
  enrolments: EnrolmentRow;
  shares: ShareRow;
  driven_devices: DrivenDeviceRow;
  channels: ChannelRow;
  streams: StreamRow;
  stream_points: StreamPointsRow;
  guest_sessions: GuestSessionRow;
  shared_controls: SharedControlRow;
  group_sessions: GroupSessionRow;
  group_members: GroupMemberRow;
  script_files: ScriptFileRow;
}
