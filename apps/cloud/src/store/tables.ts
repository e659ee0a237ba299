/** Issued client tokens; the token itself is not kept, only its hash. Instants in ms since the epoch. */
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

/** Virtual devices that outlive a restart. Instants in ms since the epoch. */
export interface VirtualDeviceRow {
  connection_key: string;
  model: string;
  /** `app`: taken in the app, forgotten when idle; `control`: made by an operator, kept until removed. */
  made_by: 'app' | 'control';
  created_at: number;
  last_used_at: number;
  /** Version of the firmware it runs; null: the newest that the build models. */
  firmware: string | null;
}

/** Uploaded scripts by the hash of their text. Instants in ms since the epoch, `size` in bytes of UTF-8, points included where they are kept. */
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
  /** SHA-256 of the secret, in base64url; the secret itself is not kept. */
  secret_hash: string;
  /** What whoever enrolled it calls it. */
  label: string;
  created_at: number;
  /** Null: it never linked. */
  last_seen_at: number | null;
}

/** Devices that owners lend (docs/sharing.md). Instants in ms since the epoch. */
export interface ShareRow {
  id: string;
  connection_key: string;
  /** SHA-256 of the secret, in base64url; the secret itself is not kept. */
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
  /** When the first guest came, ms since the epoch; null while nobody has. */
  started_at: number | null;
}

/** Linked devices that are driven under a hold or lease and not known to be at rest since. */
export interface DrivenDeviceRow {
  connection_key: string;
  driven_by: 'owner' | 'guest';
  /** When that began, ms since the epoch. */
  since: number;
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
}
