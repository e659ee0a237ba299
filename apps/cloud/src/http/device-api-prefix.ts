/** Where the vendor's surface stands. */
export const DEVICE_API_PREFIX = '/api/handy-rest/v3';
