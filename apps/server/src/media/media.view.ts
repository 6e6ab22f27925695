/** Pictures as they leave the server. */
import type { Media } from '@waypost/contract/media';
import type { FileSeal } from '../kernel/file-seal.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { mediaPrivileges } from './media.rules.ts';
import type { MediaRow } from './media.sql.ts';

/** What a picture's addresses depend on. */
export interface PictureAddresses {
  addresses: Addresses;
  seal: FileSeal;
  /** Pictures that strangers may see: their addresses need no seal. */
  open: ReadonlySet<number>;
}

/** @param isShown as in `mediaPrivileges` */
export function viewMedia(
  viewer: Viewer,
  { addresses, seal, open }: PictureAddresses,
  media: MediaRow,
  isShown = true,
): Media {
  const addressOf = (file: string) => addresses.file(file, open.has(media.id) ? '' : seal.queryFor(file));
  return {
    id: media.id,
    url: addresses.entity('media', media.id),
    ...addresses.ownerKey('user', 'users', media.user_id),
    caption: media.caption,
    created: wireDate(media.created),
    updated: wireDateOrNull(media.updated),
    mime: media.mime,
    original_file_url: addressOf(media.file),
    original_file_size: media.size,
    original_width: media.width,
    original_height: media.height,
    thumbnail_url: addressOf(media.thumbnail),
    allowed_privileges: mediaPrivileges(viewer, media, isShown),
  };
}
