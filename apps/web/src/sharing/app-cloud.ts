/** The device API of the origin that serves the app, which guests use. */
export const APP_CLOUD_DEVICE_API = '/api/handy-rest/v3';
