/**
 * What a link to one of our pages shows where it is pasted: never more than a stranger sees who opens it (issue 5, "Links
 * out"). What they may not see, and addresses that are about nothing in particular, show the deployment itself.
 */
import { defaultSite } from '@waypost/contract/settings/settings';
import { buildCardText } from '@waypost/survey-logic/post-display';
import { findCategories, isCategoryVisible } from '../categories/categories.public.ts';
import { setFor } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { storagePath } from '../kernel/http/api-format.ts';
import { Problem } from '../kernel/http/problem.ts';
import type { PagePreview } from '../kernel/http/web-client.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import { anonymousViewer, type Viewer } from '../kernel/security/viewer.ts';
import { findMedia } from '../media/media.public.ts';
import { postFor, shownAnswers } from '../posts/posts.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { maySubmitTo, readSurveys } from '../surveys/surveys.public.ts';
import { parsePageUrl } from './preview.rules.ts';

/** Names in a title; more would be cut off where it is shown. */
const maxNames = 4;

const fileUrl = (name: string) => `${storagePath}/${name.split('/').map(encodeURIComponent).join('/')}`;

async function sitePreview(tx: Tx): Promise<PagePreview> {
  const site = await readSite(tx);
  const logo = site['image_header'];
  const name = site.name || defaultSite.name || 'Waypost';
  return {
    site: name,
    title: name,
    text: buildCardText(site.description),
    image: typeof logo === 'string' && logo !== '' ? logo : null,
    isPhoto: false,
  };
}

/** The first picture of a post that strangers are shown. */
async function findPhotoUrl(
  tx: Tx,
  postId: number,
  answers: ReturnType<typeof shownAnswers>,
): Promise<string | null> {
  const media = answers.find(({ attribute }) => attribute.type === 'media')?.answers[0];
  const row = media === undefined ? undefined : await findMedia(tx, Number(media));
  return row?.post_id === postId ? fileUrl(row.file) : null;
}

async function postPreview(tx: Tx, stranger: Viewer, id: number, site: PagePreview): Promise<PagePreview> {
  const known = await postFor(tx, stranger, id, 'read');
  const photo = await findPhotoUrl(tx, id, shownAnswers(stranger, known));
  return {
    ...site,
    title: known.post.title || site.title,
    text: buildCardText(known.post.content),
    ...(photo ? { image: photo, isPhoto: true } : {}),
  };
}

async function setPreview(
  tx: Tx,
  stranger: Viewer,
  kind: 'collection' | 'savedsearch',
  id: number,
  site: PagePreview,
): Promise<PagePreview> {
  const { name, description } = await setFor(tx, stranger, kind, id, 'read');
  return { ...site, title: name, text: buildCardText(description) || site.text };
}

/** What is filtered by, in the words of the deployment; never how much there is, which would have to be counted. */
async function viewPreview(
  tx: Tx,
  stranger: Viewer,
  {
    words,
    surveys,
    categories,
  }: { words: string; surveys: readonly number[]; categories: readonly number[] },
  site: PagePreview,
): Promise<PagePreview> {
  const open = [...(await readSurveys(tx, surveys)).values()].filter((it) => !it.disabled);
  const known = [...(await findCategories(tx, categories)).values()].filter((it) =>
    isCategoryVisible(stranger, it),
  );
  const names = [...open.map((it) => it.name), ...known.map((it) => it.tag)].slice(0, maxNames);
  const said = [words && `“${buildCardText(words)}”`, ...names].filter(Boolean);
  return said.length === 0 ? site : { ...site, title: `${said.join(' · ')} – ${site.title}` };
}

async function surveyPreview(tx: Tx, stranger: Viewer, id: number, site: PagePreview): Promise<PagePreview> {
  const survey = (await readSurveys(tx, [id])).get(id);
  if (!survey || !maySubmitTo(stranger, survey)) return site;
  return { ...site, title: survey.name, text: buildCardText(survey.description) || site.text };
}

/**
 * @param url path and query of the page
 * @throws never for what strangers may not see, or what is not there: that shows the deployment
 */
export async function readPagePreview(
  tx: Tx,
  url: string,
  { isClosed, lastVisiblePostId: lastPost }: DeploymentState,
): Promise<PagePreview> {
  const site = await sitePreview(tx);
  const page = parsePageUrl(url);
  if (isClosed || page === null) return site;
  const stranger = anonymousViewer.limitedTo(lastPost);
  try {
    switch (page.kind) {
      case 'post':
        return await postPreview(tx, stranger, page.id, site);
      case 'collection':
      case 'savedsearch':
        return await setPreview(tx, stranger, page.kind, page.id, site);
      case 'survey':
        return await surveyPreview(tx, stranger, page.id, site);
      default:
        return await viewPreview(tx, stranger, page, site);
    }
  } catch (error) {
    if (error instanceof Problem) return site;
    throw error;
  }
}
