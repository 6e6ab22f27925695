/** Pictures as they leave the server. */
import type { Media } from '@waypost/contract/media';
import { storagePath } from '../kernel/serve-files.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { mediaPrivileges } from './media.rules.ts';
import type { MediaRow } from './media.sql.ts';

const addressOf = (addresses: Addresses, file: string) =>
  `${addresses.root}${storagePath}/${file.split('/').map(encodeURIComponent).join('/')}`;

/** @param isShown as in `mediaPrivileges` */
export function viewMedia(viewer: Viewer, addresses: Addresses, media: MediaRow, isShown = true): Media {
  return {
    id: media.id,
    url: addresses.entity('media', media.id),
    ...addresses.ownerKey('user', 'users', media.user_id),
    caption: media.caption,
    created: wireDate(media.created),
    updated: wireDateOrNull(media.updated),
    mime: media.mime,
    original_file_url: addressOf(addresses, media.file),
    original_file_size: media.size,
    original_width: media.width,
    original_height: media.height,
    thumbnail_url: addressOf(addresses, media.thumbnail),
    allowed_privileges: mediaPrivileges(viewer, media, isShown),
  };
}
