/** Builds the OpenAPI 3.1 document from the contract. */
import { type Endpoint, IdempotencyKey } from '@waypost/contract/common/endpoint';
import { ErrorEnvelope } from '@waypost/contract/common/error-envelope';
import { z } from 'zod';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

/** The parameters of a path or query schema. */
function parametersOf(schema: z.ZodType, location: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: member,
  }));
}

function bodyOf(endpoint: Endpoint): Json {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.method === 'OPTIONS') return {};
  const schema = schemaOf(endpoint.body, 'input');
  const isMultipart = endpoint.transport === 'multipart';
  const withFile = {
    ...schema,
    properties: { file: { type: 'string', format: 'binary' }, ...(schema['properties'] as Json) },
  };
  return {
    requestBody: {
      content: isMultipart
        ? { 'multipart/form-data': { schema: withFile } }
        : { 'application/json': { schema } },
    },
  };
}

const describePermissions = (permissions: readonly string[]): string =>
  permissions.length > 0 ? `Needs one of: ${permissions.join(', ')}.` : 'For administrators.';

const describeAccess = ({ needs, feature }: Endpoint): string =>
  [
    ...(needs ? [describePermissions(needs)] : []),
    ...(feature ? [`Refused while the feature ${feature} is off.`] : []),
  ].join(' ');

function operationOf(endpoint: Endpoint, group: string): Json {
  const errors = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
  };
  const content =
    endpoint.transport === 'binary'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(endpoint.response, 'output') } };
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [group],
    ...(endpoint.needs || endpoint.feature ? { description: describeAccess(endpoint) } : {}),
    security: endpoint.token === 'required' ? [{ bearer: [] }] : [{}, { bearer: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', schema: schemaOf(IdempotencyKey, 'input') }]
        : []),
    ],
    ...bodyOf(endpoint),
    responses: { 200: { description: 'Done', content }, '4XX': errors },
  };
}

/** Builds the document. @param groups endpoints by the tag they are listed under */
export function openApiDocument(
  groups: Readonly<Record<string, readonly Endpoint[]>>,
  version: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const [group, endpoints] of Object.entries(groups))
    for (const endpoint of endpoints) {
      const path = `/api/v3${endpoint.path}`;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, group) };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waypost',
      version,
      description: 'Reports on a map: the API of the web client, phone apps and scripts.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'From POST /oauth/token' } },
      schemas: { Errors: schemaOf(ErrorEnvelope, 'output') },
    },
  };
}
