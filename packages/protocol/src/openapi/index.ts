export type { OpenApiDocument } from './build-document.ts';
export { deviceApiPart } from './device-part.ts';
export { openApiDocument } from './document.ts';
