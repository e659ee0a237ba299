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

/** Uploaded scripts by the hash of their text. Instants in ms since the epoch, `size` in bytes of UTF-8. */
export interface ScriptRow {
  hash: string;
  kind: 'csv' | 'funscript';
  size: number;
  created_at: number;
  expires_at: number;
  body: string;
}

/** Every table of the store. */
export interface Tables {
  tokens: TokenRow;
  secrets: SecretRow;
  virtual_devices: VirtualDeviceRow;
  scripts: ScriptRow;
}
