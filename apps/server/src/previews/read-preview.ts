/**
 * Link previews of pages. A preview shows only what an anonymous viewer may see. Pages that they may not see, and pages
 * without a preview of their own, show the name and description of the deployment.
 */

import { defaultSite } from '@waypost/contract/settings/settings';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { buildCardText } from '@waypost/survey-logic/post-display';
import { findVisibleCategories } from '../categories/categories.public.ts';
import { readAuthorizedSet } from '../collections/collections.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { storagePath } from '../kernel/http/api-format.ts';
import { Problem } from '../kernel/http/problem.ts';
import type { PagePreview } from '../kernel/http/web-client.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import { anonymousViewer, type Viewer } from '../kernel/security/viewer.ts';
import { findMedia } from '../media/media.public.ts';
import { readPostOrPrimary, readVisibleAnswers } from '../posts/posts.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { canSubmitTo, readSurveys } from '../surveys/surveys.public.ts';
import { readMapSelection } from './map-picture.ts';
import { formatMapPictureUrl, parsePageUrl, toMapQuery } from './preview.rules.ts';

/** Maximum number of names in a title; longer titles are cut off where they are displayed. */
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

/** URL of the first picture of a post that anonymous viewers may see. */
async function findPhotoUrl(
  tx: Tx,
  postId: number,
  answers: ReturnType<typeof readVisibleAnswers>,
): Promise<string | null> {
  const media = answers.find(({ attribute }) => fieldTypes[attribute.type].answerKind === 'media')
    ?.answers[0];
  const row = media === undefined ? undefined : await findMedia(tx, Number(media));
  return row?.post_id === postId ? fileUrl(row.file) : null;
}

async function postPreview(tx: Tx, anonymous: Viewer, id: number, site: PagePreview): Promise<PagePreview> {
  const details = await readPostOrPrimary(tx, anonymous, id);
  const photo = await findPhotoUrl(tx, details.post.id, readVisibleAnswers(anonymous, details));
  return {
    ...site,
    title: details.post.title || site.title,
    text: buildCardText(details.post.content),
    ...(photo ? { image: photo, isPhoto: true } : {}),
  };
}

async function setPreview(
  tx: Tx,
  anonymous: Viewer,
  kind: 'collection' | 'savedsearch',
  id: number,
  site: PagePreview,
): Promise<PagePreview> {
  const { name, description } = await readAuthorizedSet(tx, anonymous, kind, id, 'read');
  return { ...site, title: name, text: buildCardText(description) || site.text };
}

/** Preview of a list or map: names its filters. The number of posts is not shown, as it would have to be counted. */
async function viewPreview(
  tx: Tx,
  anonymous: Viewer,
  {
    searchText,
    surveys,
    categories,
  }: { searchText: string; surveys: readonly number[]; categories: readonly number[] },
  site: PagePreview,
): Promise<PagePreview> {
  const enabledSurveys = [...(await readSurveys(tx, surveys)).values()].filter((it) => !it.disabled);
  const visibleCategories = [...(await findVisibleCategories(tx, anonymous, categories)).values()];
  const names = [...enabledSurveys.map((it) => it.name), ...visibleCategories.map((it) => it.tag)];
  const parts = [searchText && `“${buildCardText(searchText)}”`, ...names.slice(0, maxNames)].filter(Boolean);
  return parts.length === 0 ? site : { ...site, title: `${parts.join(' · ')} – ${site.title}` };
}

/** Adds the picture of a map with the posts of the page, if one of them has a place. */
async function withMap(
  tx: Tx,
  anonymous: Viewer,
  url: string,
  page: Parameters<typeof toMapQuery>[0],
  preview: PagePreview,
): Promise<PagePreview> {
  const query = toMapQuery(page, url);
  if (!(await readMapSelection(tx, anonymous, query))) return preview;
  return { ...preview, image: formatMapPictureUrl(query), isPhoto: true };
}

async function surveyPreview(tx: Tx, anonymous: Viewer, id: number, site: PagePreview): Promise<PagePreview> {
  const survey = (await readSurveys(tx, [id])).get(id);
  if (!survey || !canSubmitTo(anonymous, survey)) return site;
  return { ...site, title: survey.name, text: buildCardText(survey.description) || site.text };
}

/**
 * Reads the preview of a page.
 * @param url path and query of the page
 * @returns the deployment's own preview where the page does not exist or anonymous viewers may not see it
 */
export async function readPagePreview(
  tx: Tx,
  url: string,
  { isClosed, lastVisiblePostId }: DeploymentState,
): Promise<PagePreview> {
  const site = await sitePreview(tx);
  const page = parsePageUrl(url);
  if (isClosed || page === null) return site;
  const anonymous = anonymousViewer.limitedTo(lastVisiblePostId);
  try {
    switch (page.kind) {
      case 'post':
        return await postPreview(tx, anonymous, page.id, site);
      case 'collection':
      case 'savedsearch':
        return withMap(tx, anonymous, url, page, await setPreview(tx, anonymous, page.kind, page.id, site));
      case 'survey':
        return await surveyPreview(tx, anonymous, page.id, site);
      default:
        return withMap(tx, anonymous, url, page, await viewPreview(tx, anonymous, page, site));
    }
  } catch (error) {
    if (error instanceof Problem) return site;
    throw error;
  }
}
