/** Inputs of calls, computed from the committed API document: some that it allows, and some that it does not. */
import { readFileSync } from 'node:fs';
import { DEVICE_API_PREFIX, type Endpoint } from '@tactus/protocol';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';

/** The keywords of JSON Schema that the document uses for inputs, and two of our own. */
interface InputSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly number[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly { readonly required: readonly [string] }[];
  readonly oneOf?: readonly { readonly required: readonly [string] }[];
  readonly items?: InputSchema;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  /** The first of these fields may not be above the second. */
  readonly 'x-ordered'?: readonly [string, string];
  /** A parameter that this one equals where both are given. */
  readonly 'x-equals'?: string;
}

interface Operation {
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: InputSchema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: InputSchema } } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, InputSchema>> };
}

type Fields = Readonly<Record<string, unknown>>;

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as Document;
const ajv = new Ajv2020({ strict: false, validateSchema: false });
ajv.addSchema(document, 'document');

/** What the document says about the input of a call. */
export interface DocumentedInput {
  /** Inputs that the document allows. */
  readonly allowed: fc.Arbitrary<Fields>;
  /** Inputs with one fault each. */
  readonly faulty: readonly Fields[];
  /** Whether the document allows an input. It cannot compare two fields. */
  allows(input: Fields): boolean;
}

/** The documented input of a call, from the query or the body; undefined for a call that takes none. */
export function documentedInput({ method, path }: Endpoint): DocumentedInput | undefined {
  const operation = document.paths[`${DEVICE_API_PREFIX}${path}`]?.[method.toLowerCase()];
  const schema = operation && (schemaOfBody(operation) ?? schemaOfQuery(operation));
  if (!schema?.properties) return undefined;
  let validate: ValidateFunction | undefined;
  const isQuery = method === 'GET';
  return {
    allowed: arbitraryOf(schema) as fc.Arbitrary<Fields>, // a schema with properties is one of an object
    faulty: faultsOf(schema, isQuery) as readonly Fields[],
    allows(input) {
      validate ??= ajv.compile(absolute(schema));
      return validate(input);
    },
  };
}

const schemaOfBody = ({ requestBody }: Operation) =>
  requestBody && resolved(requestBody.content['application/json'].schema);

function schemaOfQuery({ parameters }: Operation): InputSchema | undefined {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

const resolved = (schema: InputSchema): InputSchema =>
  schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.replace(/.*\//, '')] ?? {});

/** The same schema with references that lead into the document. */
const absolute = (schema: InputSchema): InputSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#')) as InputSchema;

function arbitraryOf(reference: InputSchema): fc.Arbitrary<unknown> {
  const schema = resolved(reference);
  const { minimum, maximum } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: schema.maxItems ?? 5 });
    case 'integer':
      return fc.integer({ min: Math.max(minimum ?? -1e6, -1e15), max: Math.min(maximum ?? 1e6, 1e15) });
    case 'number':
      return fc.double({ min: minimum ?? -1e6, max: maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      return schema.pattern === undefined
        ? fc.string({ minLength: schema.minLength ?? 0, unit: 'grapheme-ascii' }).map((text) => text.trim() || 'text')
        : fc.stringMatching(new RegExp(schema.pattern));
  }
}

function objectOf(schema: InputSchema): fc.Arbitrary<Fields> {
  const { properties = {}, required = [], anyOf, oneOf } = schema;
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, arbitraryOf(one)]));
  const any = fc.record(fields, { requiredKeys: [...required] });
  const choices = (oneOf ?? anyOf ?? []).map(({ required: [name] }) => name);
  const chosen = fc.tuple(fc.record(fields), any, fc.constantFrom(...choices, undefined));
  return chosen.map(([full, some, name]) => {
    let input: Record<string, unknown> = { ...some };
    if (choices.length > 0) {
      const one = name ?? choices[0] ?? '';
      if (oneOf) for (const other of choices) delete input[other];
      input[one] ??= full[one];
    }
    const [low, high] = schema['x-ordered'] ?? [];
    if (low && high && Number(input[low]) > Number(input[high]))
      input = { ...input, [low]: input[high], [high]: input[low] };
    for (const [parameter, { 'x-equals': other }] of Object.entries(properties))
      if (other && input[parameter] !== undefined && input[other] !== undefined) input[parameter] = input[other];
    return input;
  });
}

/** Values with one fault each. A query has texts only, and counts an empty one as absent. */
function faultsOf(reference: InputSchema, isQuery: boolean): readonly unknown[] {
  const schema = resolved(reference);
  const { minimum, maximum } = schema;
  const outside = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
  if (schema.enum) return [Math.max(...schema.enum) + 1, -1, 0.5, ...(isQuery ? [] : ['0', null])];
  switch (schema.type) {
    case 'object':
      return faultyObjects(schema, isQuery);
    case 'array': {
      const item = smallestOf(schema.items ?? {});
      const tooMany = schema.maxItems === undefined ? [] : [Array.from({ length: schema.maxItems + 1 }, () => item)];
      return [...tooMany, ...faultsOf(schema.items ?? {}, isQuery).map((fault) => [item, fault]), 'all', {}, null];
    }
    case 'integer':
      return [...outside, 60.5, ...(isQuery ? ['x'] : ['60', null])];
    case 'number':
      return [...outside, ...(isQuery ? ['x'] : ['0.5', null])];
    case 'boolean':
      return isQuery ? ['maybe', '2'] : ['yes', 1, null];
    default:
      return [
        ...(schema.pattern === undefined ? [] : ['abc!']),
        ...(isQuery ? [] : [5, null]),
        ...(schema.minLength === undefined || isQuery ? [] : ['']),
      ];
  }
}

function faultyObjects(schema: InputSchema, isQuery: boolean): readonly Fields[] {
  const base = smallestOf(schema) as Fields; // the schema is one of an object
  const { properties = {}, required = [], anyOf, oneOf } = schema;
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(base).filter(([name]) => !names.includes(name)));
  const choices = (oneOf ?? anyOf ?? []).map((one) => one.required[0]);
  const all = Object.fromEntries(choices.map((name) => [name, smallestOf(properties[name] ?? {})]));
  const [low, high] = schema['x-ordered'] ?? [];
  return [
    ...Object.entries(properties).flatMap(([name, one]) =>
      faultsOf(one, isQuery).map((fault) => ({ ...without(...(oneOf ? choices : [])), [name]: fault })),
    ),
    ...required.map((name) => without(name)),
    ...(choices.length > 0 ? [without(...choices)] : []),
    ...(oneOf ? [{ ...base, ...all }] : []),
    ...(low && high ? [{ ...base, [low]: 0.8, [high]: 0.2 }] : []),
    ...Object.entries(properties).flatMap(([name, { 'x-equals': other }]) =>
      other ? [{ ...base, [name]: 'Abcde', [other]: 'Fghij' }] : [],
    ),
  ];
}

/** The smallest value that a schema allows. */
function smallestOf(reference: InputSchema): unknown {
  const schema = resolved(reference);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [], anyOf, oneOf } = schema;
      const names = [...required, ...(anyOf ?? oneOf ?? []).slice(0, 1).map((one) => one.required[0])];
      return Object.fromEntries(names.map((name) => [name, smallestOf(properties[name] ?? {})]));
    }
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0);
    case 'boolean':
      return false;
    default:
      return schema.pattern === undefined ? 'text' : 'Abcde';
  }
}
