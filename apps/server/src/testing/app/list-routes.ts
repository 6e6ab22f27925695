/** The routes of the app, for tests of all of them. */
import type { FastifyInstance } from 'fastify';

/** All routes with their methods. Parameters in their URLs are `1`, wildcards are `x`. */
export function listRoutes(fastify: FastifyInstance): { url: string; methods: string[] }[] {
  const parts: string[] = [];
  return fastify
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([│├└─\s]*)(.*?)(?: \(([A-Z, ]+)\))?$/u.exec(line) ?? [];
      const depth = Math.floor(indent.length / 4);
      parts.splice(Math.max(0, depth - 1), Number.POSITIVE_INFINITY, part);
      const url = parts
        .join('')
        .replace(/:[^/]+/g, '1')
        .replace('*', 'x');
      return methods ? [{ url: url || '/', methods: methods.split(', ') }] : [];
    });
}
