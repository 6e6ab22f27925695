/** Pictures as they leave the server. */
import type { Media } from '@waypost/contract/media/media';
import type { FileUrlSigner } from '../kernel/files/file-url-signer.ts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { mediaPrivileges } from './media.rules.ts';
import type { MediaRow } from './media.sql.ts';

/** In UTC, as `mask_places_and_times` cuts the times of posts. */
const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / 86_400_000) * 86_400_000);

/** What a picture's addresses depend on. */
export interface MediaUrlContext {
  addresses: UrlBuilder;
  seal: FileUrlSigner;
  /** Pictures that strangers may see: their addresses need no seal. */
  publicMediaIds: ReadonlySet<number>;
}

/**
 * Uploader and times are shown as the owning post's are: decided at write (`link_media` in the database), and in full to the
 * uploader and Manage Posts.
 * @param isShown as in `mediaPrivileges`
 * @param claim what was made for whoever uploaded it just now
 */
export function viewMedia(
  viewer: Viewer,
  { addresses: urls, seal, publicMediaIds: open }: MediaUrlContext,
  media: MediaRow,
  { isShown = true, claim }: { isShown?: boolean | undefined; claim?: string | undefined } = {},
): Media {
  const manages = viewer.can('Manage Posts');
  const inFull = manages || (viewer.id !== null && viewer.id === media.user_id);
  const time = (it: Date) => (inFull || !media.hide_time ? it : startOfDay(it));
  const addressOf = (file: string) => urls.file(file, open.has(media.id) ? '' : seal.signedQuery(file));
  return {
    id: media.id,
    url: urls.entity('media', media.id),
    ...urls.ownerField('user', 'users', inFull || !media.hide_uploader ? media.user_id : null),
    caption: media.caption,
    created: toApiDate(time(media.created)),
    updated: toApiDateOrNull(media.updated && time(media.updated)),
    mime: media.mime,
    original_file_url: addressOf(media.file),
    original_file_size: media.size,
    original_width: media.width,
    original_height: media.height,
    thumbnail_url: addressOf(media.thumbnail),
    ...(manages && media.original_name !== null ? { original_file_name: media.original_name } : {}),
    ...(claim === undefined ? {} : { claim }),
    allowed_privileges: mediaPrivileges(viewer, media, isShown),
  };
}
