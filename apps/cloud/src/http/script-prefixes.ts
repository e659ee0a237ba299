/** Paths of the two script hosts of the vendor, both answered here (api-v3.md 5.4; decisions.md 17, 63). */
export const SCRIPT_API_PREFIX = '/api/script/v0';
export const HOSTING_API_PREFIX = '/api/hosting/v2';

/** Where stored scripts are read, below their origin. */
export const STORED_SCRIPTS_PATH = `${SCRIPT_API_PREFIX}/temp`;
