/** Path prefix of the vendor's API. */
export const DEVICE_API_PREFIX = '/api/handy-rest/v3';
