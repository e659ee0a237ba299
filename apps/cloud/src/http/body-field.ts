import { fieldsOf } from '@tactus/protocol';

/** A field of a request's body; undefined where the body is no object. */
export const readField = (body: unknown, name: string): unknown => fieldsOf(body)[name];
