export { type Bridge, createBridge } from './bridge/bridge.ts';
export { createDeviceLink, type DeviceLink, type DeviceLinkOptions, type LinkState } from './device-link.ts';
export type { WebSocketLike } from './web-socket-like.ts';
