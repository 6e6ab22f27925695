/** Serves the OpenAPI document of the API, for programs and people. */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** CSP of the documentation page: the library's own blocks plain HTTP and has no `form-action`. */
const docsCsp = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'object-src': "'none'",
  'base-uri': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'self'",
};

/** Cached by version: building one takes half a second. */
const documentsByVersion = new Map<string, ReturnType<typeof openApiDocument>>();

function getDocument(version: string): ReturnType<typeof openApiDocument> {
  const document = documentsByVersion.get(version) ?? openApiDocument(endpointGroups, version);
  documentsByVersion.set(version, document);
  return document;
}

/** Mounts the document at `/docs/json` and a page to read it at `/docs`. */
export async function serveApiDocs(app: FastifyInstance, version: string): Promise<void> {
  // Built when it is first requested, and not at each start. JSON and YAML are both written by `toJSON`.
  const document = { toJSON: () => getDocument(version) };
  await app.register(fastifySwagger, { mode: 'static', specification: { document } } as never);
  await app.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: docsCsp });
}
