import * as z from 'zod/mini';
import type { Schema } from '../endpoint.ts';

/** Plain JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a schema describes what a client sends or what it receives: fields with a default may be left out of what is sent. */
export type SchemaDirection = 'input' | 'output';

/** What a writer of schemas knows beside the schemas themselves. */
interface SchemaFacts {
  /** Names of the schemas that stand once under `components`. */
  readonly names: ReadonlyMap<Schema, string>;
  /** Of the named schemas, those that clients send. All others are received. */
  readonly sent: ReadonlySet<Schema>;
  /** Keywords for checks that are code in the schema, such as `anyOf` for "one of both is required". */
  readonly keywords: ReadonlyMap<Schema, Json>;
}

/** Writes Zod schemas as the JSON Schema of an OpenAPI document. */
export interface SchemaWriter {
  /** The JSON Schema, with references to the schemas that have names. */
  write(schema: Schema, direction: SchemaDirection): Json;
  /** The named schemas, for `components`. */
  components(): Json;
}

/** A reference to a named component of a kind, `schemas` where none is given. */
export const referenceTo = (name: string, kind = 'schemas'): Json => ({ $ref: `#/components/${kind}/${name}` });

/** A content of JSON with this schema. */
export const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });

/** Creates a writer of schemas. */
export function createSchemaWriter({ names, sent, keywords }: SchemaFacts): SchemaWriter {
  function jsonSchemaOf(schema: Schema, io: SchemaDirection): Json {
    const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema, path }) {
        const name = path.length > 0 ? names.get(zodSchema) : undefined;
        if (name !== undefined) {
          for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword as keyof typeof jsonSchema];
          Object.assign(jsonSchema, referenceTo(name));
        }
        Object.assign(jsonSchema, keywords.get(zodSchema));
        // JSON has no infinity: a list of any length.
        if (jsonSchema.maxItems === Number.POSITIVE_INFINITY) delete jsonSchema.maxItems;
        // Readers pass over fields that they do not know: the vendor's cloud sends more than ours.
        delete jsonSchema.additionalProperties;
      },
    });
    return json;
  }
  return {
    write(schema, direction) {
      const name = names.get(schema);
      return name === undefined ? jsonSchemaOf(schema, direction) : referenceTo(name);
    },
    components: () =>
      Object.fromEntries(
        [...names].map(([schema, name]) => [name, jsonSchemaOf(schema, sent.has(schema) ? 'input' : 'output')]),
      ),
  };
}
