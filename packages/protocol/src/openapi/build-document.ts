import type { Json } from './schema-writer.ts';

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: OpenApiInfo;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly OpenApiTag[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<string, Json>>;
}

/** What the document is about. */
type OpenApiInfo = Json & { readonly title: string; readonly version: string };

/** A group of operations. */
export interface OpenApiTag {
  readonly name: string;
  readonly description: string;
}

/** One operation: its place in the document, and the OpenAPI operation object as it stands there. */
export interface OpenApiOperation {
  readonly method: string;
  /** Path below the origin, with path parameters in braces. */
  readonly path: string;
  readonly operation: Json;
}

/** A part of an API: its operations, the tags that they name and the components that they refer to. */
export interface OpenApiPart {
  /** Name of the group of tags, as readers of the reference see it. */
  readonly name: string;
  readonly tags: readonly OpenApiTag[];
  readonly operations: readonly OpenApiOperation[];
  /** Components by kind (`schemas`, `responses`, `parameters`, `securitySchemes`) and name. */
  readonly components: Readonly<Record<string, Json>>;
}

/** Builds one document of several parts. Throws for an operation or a component that two parts describe. */
export function buildOpenApiDocument(info: OpenApiInfo, parts: readonly OpenApiPart[]): OpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {};
  const components: Record<string, Record<string, unknown>> = {};
  for (const part of parts) {
    for (const { method, path, operation } of part.operations) {
      paths[path] ??= {};
      addOnce(paths[path], method.toLowerCase(), operation);
    }
    for (const [kind, named] of Object.entries(part.components)) {
      components[kind] ??= {};
      for (const [name, component] of Object.entries(named)) addOnce(components[kind], name, component);
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: parts.flatMap(({ tags }) => tags),
    'x-tagGroups': parts.map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) })),
    paths,
    components,
  };
}

function addOnce<T>(target: Record<string, T>, name: string, value: T): void {
  if (Object.hasOwn(target, name)) throw new Error(`The document describes ${name} twice`);
  target[name] = value;
}
