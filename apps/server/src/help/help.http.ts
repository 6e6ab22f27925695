/**
 * The user guide at `/help`. It is public on private deployments too, since it contains nothing of the deployment. These are HTML
 * pages, not API endpoints, so they are not in the contract.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderGuidePage, renderNotFoundPage, renderResultsPage, renderStartPage } from './help-page.ts';
import { type Guide, readGuide } from './read-guide.ts';
import { createGuideSearch, type GuideSearchHit } from './search-guide.ts';

interface LoadedGuide {
  guide: Guide;
  search: (question: string) => GuideSearchHit[];
}

/** Mounts the pages. @param folder absolute path of the guide. It is read once, at the first request. */
export function serveHelp(app: FastifyInstance, folder: string): void {
  let loadedGuide: Promise<LoadedGuide> | undefined;
  const loadGuide = () => {
    loadedGuide ??= readGuide(folder).then((guide) => ({ guide, search: createGuideSearch(guide) }));
    // A failed read is retried at the next request.
    loadedGuide.catch(() => (loadedGuide = undefined));
    return loadedGuide;
  };
  const send = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
  const sendNotFound = async (_request: FastifyRequest, reply: FastifyReply) =>
    send(reply.code(404), renderNotFoundPage((await loadGuide()).guide));

  app.get('/help', async (request, reply) => {
    const { guide, search } = await loadGuide();
    const { q } = request.query as Record<string, unknown>;
    const question = typeof q === 'string' ? q.trim().slice(0, 200) : '';
    return send(
      reply,
      question === '' ? renderStartPage(guide) : renderResultsPage(guide, question, search(question)),
    );
  });
  app.get<{ Params: { file: string } }>('/help/pictures/:file', async (request, reply) => {
    const { guide } = await loadGuide();
    const picture = guide.pictures.get(request.params.file);
    if (!picture) return sendNotFound(request, reply);
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(picture.bytes);
  });
  app.get<{ Params: { part: string } }>('/help/:part', async (request, reply) => {
    const { guide } = await loadGuide();
    const part = guide.parts.find(({ name }) => name === request.params.part);
    return part ? reply.redirect(`/help#${part.name}`) : sendNotFound(request, reply);
  });
  app.get<{ Params: { part: string; page: string } }>('/help/:part/:page', async (request, reply) => {
    const { guide } = await loadGuide();
    const url = `/help/${request.params.part}/${request.params.page}`;
    const page = guide.pages.find((candidate) => candidate.url === url);
    return page ? send(reply, renderGuidePage(guide, page)) : sendNotFound(request, reply);
  });
  app.get('/help/*', sendNotFound);
}
