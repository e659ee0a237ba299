export type { OpenApiDocument } from './build-document.ts';
export { devicePart } from './device-part.ts';
export { openApiDocument } from './document.ts';
