import { type CallName, type CloudCallName, isDeviceCall } from '@tactus/protocol';
import { type OpenApiDocument, openApiDocument } from '@tactus/protocol/openapi';
import { isMountedCall } from '@tactus/virtual-device';
import { authHandlers } from '../auth/handlers.ts';
import { sseHandlers } from '../events/handlers.ts';
import type { CloudHandler } from './cloud-call.ts';
import { infoHandlers } from './info-handlers.ts';
import { utilsHandlers } from './utils-handlers.ts';

const mounted = { ...authHandlers, ...utilsHandlers, ...infoHandlers, ...sseHandlers };

/** The handler of a call that this cloud answers itself; undefined for a group that is not mounted. */
export function cloudHandlerOf<N extends CloudCallName>(name: N): CloudHandler<N> | undefined {
  // Keys and handlers are of the same rows, which a look-up by a variable name forgets.
  return (mounted as Partial<Record<CloudCallName, unknown>>)[name] as CloudHandler<N> | undefined;
}

/** Whether a call is carried out here: by a handler of the cloud, or by the virtual devices. */
export const isMounted = (name: CallName): boolean =>
  isDeviceCall(name) ? isMountedCall(name) : cloudHandlerOf(name) !== undefined;

/** The OpenAPI 3.1 document of this cloud: the whole contract, with what is not carried out marked `x-unavailable`. */
export const cloudOpenApi = (): OpenApiDocument => openApiDocument({ isMounted });
