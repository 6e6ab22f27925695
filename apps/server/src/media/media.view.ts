/** Media in the format of API v3. */
import type { Media } from '@waypost/contract/media/media';
import type { FileUrlSigner } from '../kernel/files/file-url-signer.ts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { mediaPrivileges } from './media.rules.ts';
import type { MediaRow } from './media.sql.ts';

/** Start of the day in UTC, as `mask_places_and_times` truncates the times of posts. */
const startOfDay = (maskTime: Date): Date =>
  new Date(Math.floor(maskTime.getTime() / 86_400_000) * 86_400_000);

/** What the URLs of a picture depend on. */
export interface MediaUrlContext {
  addresses: UrlBuilder;
  urlSigner: FileUrlSigner;
  /** Media that anonymous viewers may see: their URLs need no signature. */
  publicMediaIds: ReadonlySet<number>;
  /** Media whose survey keeps the originals of what the team covers; only needed for the team. */
  keepingMediaIds?: ReadonlySet<number>;
}

/** The URL of one of the files of a picture. */
const buildFileUrl = (
  { addresses, urlSigner, publicMediaIds }: MediaUrlContext,
  id: number,
  file: string,
): string => addresses.file(file, publicMediaIds.has(id) ? '' : urlSigner.signedQuery(file));

/** The URL of the thumbnail of a picture. */
export const buildThumbnailUrl = (
  context: MediaUrlContext,
  { id, thumbnail }: Pick<MediaRow, 'id' | 'thumbnail'>,
): string => buildFileUrl(context, id, thumbnail);

/** What the team learns about the original of a picture. */
const viewOriginal = (viewer: Viewer, { kept_original }: MediaRow, isKeeping: boolean) => ({
  when_covered: isKeeping ? ('keep-original' as const) : ('delete-original' as const),
  ...(viewer.mayViewPersonalData ? { has_original: isKeeping && kept_original !== null } : {}),
});

/**
 * A picture as the viewer may see it. Uploader and times are masked like those of its post, as decided when the post was
 * written (`update_post_media` in the database). The uploader and Manage Posts see the times unmasked; for the uploader, Manage Posts
 * needs View personal data, too.
 * @param isShown as in `mediaPrivileges`
 * @param claim the claim for the uploader, in response to the upload
 */
export function viewMedia(
  viewer: Viewer,
  context: MediaUrlContext,
  media: MediaRow,
  { isShown = true, claim }: { isShown?: boolean | undefined; claim?: string | undefined } = {},
): Media {
  const isManager = viewer.can('Manage Posts');
  const isOwn = viewer.id !== null && viewer.id === media.user_id;
  const isUnmasked = isManager || isOwn;
  // Of an upload that no post uses yet, it is not decided whether its uploader is hidden.
  const seesUploader = viewer.seesPersonalData || isOwn;
  if (viewer.seesPersonalData && media.hide_uploader && media.user_id !== null && !isOwn)
    viewer.personalDataReads += 1;
  const maskTime = (maskTime: Date) => (isUnmasked || !media.hide_time ? maskTime : startOfDay(maskTime));
  const { addresses: urls, keepingMediaIds } = context;
  return {
    id: media.id,
    url: urls.entity('media', media.id),
    ...urls.ownerField(
      'user',
      'users',
      seesUploader || (!media.hide_uploader && media.post_id !== null) ? media.user_id : null,
    ),
    caption: media.caption,
    created: toApiDate(maskTime(media.created)),
    updated: toApiDateOrNull(media.updated && maskTime(media.updated)),
    mime: media.mime,
    original_file_url: buildFileUrl(context, media.id, media.file),
    original_file_size: media.size,
    original_width: media.width,
    original_height: media.height,
    thumbnail_url: buildThumbnailUrl(context, media),
    ...(isManager && media.original_name !== null ? { original_file_name: media.original_name } : {}),
    ...(isManager && keepingMediaIds ? viewOriginal(viewer, media, keepingMediaIds.has(media.id)) : {}),
    ...(claim === undefined ? {} : { claim }),
    allowed_privileges: mediaPrivileges(viewer, media, isShown),
  };
}
