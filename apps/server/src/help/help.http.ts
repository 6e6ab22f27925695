/**
 * The guide at `/help`, for everybody: of a private deployment too, since nothing in it is of the deployment. Pages, not
 * endpoints of the interface: they are not in the contract.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guidePage, missingPage, resultsPage, startPage } from './help-page.ts';
import { type Guide, readGuide } from './read-guide.ts';
import { type Found, searchIn } from './search-guide.ts';

interface Ready {
  guide: Guide;
  search: (question: string) => Found[];
}

/** @param folder absolute; where the guide lies. It is read when somebody first asks for a page, and once. */
export function serveHelp(app: FastifyInstance, folder: string): void {
  let ready: Promise<Ready> | undefined;
  const theGuide = () => {
    ready ??= readGuide(folder).then((guide) => ({ guide, search: searchIn(guide) }));
    // What failed once may be there the next time.
    ready.catch(() => (ready = undefined));
    return ready;
  };
  const send = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
  const missing = async (_request: FastifyRequest, reply: FastifyReply) =>
    send(reply.code(404), missingPage((await theGuide()).guide));

  app.get('/help', async (request, reply) => {
    const { guide, search } = await theGuide();
    const { q } = request.query as Record<string, unknown>;
    const question = typeof q === 'string' ? q.trim().slice(0, 200) : '';
    return send(reply, question === '' ? startPage(guide) : resultsPage(guide, question, search(question)));
  });
  app.get<{ Params: { file: string } }>('/help/pictures/:file', async (request, reply) => {
    const { guide } = await theGuide();
    const picture = guide.pictures.get(request.params.file);
    if (!picture) return missing(request, reply);
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(picture.bytes);
  });
  app.get<{ Params: { part: string } }>('/help/:part', async (request, reply) => {
    const { guide } = await theGuide();
    const part = guide.parts.find((it) => it.name === request.params.part);
    return part ? reply.redirect(`/help#${part.name}`) : missing(request, reply);
  });
  app.get<{ Params: { part: string; page: string } }>('/help/:part/:page', async (request, reply) => {
    const { guide } = await theGuide();
    const address = `/help/${request.params.part}/${request.params.page}`;
    const page = guide.pages.find((it) => it.address === address);
    return page ? send(reply, guidePage(guide, page)) : missing(request, reply);
  });
  app.get('/help/*', missing);
}
