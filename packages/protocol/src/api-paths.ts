/** Path prefix of the vendor's API. */
export const DEVICE_API_PREFIX = '/api/handy-rest/v3';
/** Path prefixes of the two script hosts of the vendor; our cloud answers both, because clients use either. */
export const SCRIPT_API_PREFIX = '/api/script/v0';
/** Path prefix of the vendor's second script host. */
export const HOSTING_API_PREFIX = '/api/hosting/v2';
/** Where stored scripts are read, below their origin. */
export const STORED_SCRIPTS_PATH = `${SCRIPT_API_PREFIX}/temp`;
