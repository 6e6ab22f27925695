/** The document of the interface, for programs and people. */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** For the page of the document: its library's own would not let plain HTTP be read, and says nothing of forms. */
const docsPolicy = {
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

/** By version. Making one takes half a second; the processes of tests build many apps. */
const documentsByVersion = new Map<string, ReturnType<typeof openApiDocument>>();

function documentOf(version: string): ReturnType<typeof openApiDocument> {
  const document = documentsByVersion.get(version) ?? openApiDocument(endpointGroups, version);
  documentsByVersion.set(version, document);
  return document;
}

/** The document at `/docs/json`, a page to read it at `/docs`. */
export async function serveApiDocs(app: FastifyInstance, version: string): Promise<void> {
  const document = documentOf(version);
  await app.register(fastifySwagger, { mode: 'static', specification: { document } } as never);
  await app.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy });
}
