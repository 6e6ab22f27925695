/** The interface of this domain for other domains. */

export type { FindVisibleMedia } from './change-media.ts';
export {
  createMedia,
  insertPicture,
  type PictureDependencies,
  type StoredPicture,
  storePicture,
} from './create-media.ts';
export {
  deleteOriginalsOfPosts,
  deleteUnwantedOriginals,
  findMediaOfKeepingSurveys,
} from './kept-originals.sql.ts';
export {
  attachToPosts,
  claimUpload,
  deleteMediaOfMessages,
  deleteMediaOfPosts,
  deleteUnusedMedia,
  findMedia,
  findMediaByFile,
  findMediaByIds,
  markAsAttached,
  releaseMedia,
} from './media.sql.ts';
export { viewMedia } from './media.view.ts';
export {
  buildClaimant,
  findAttachableMedia,
  hashUploaderAddress,
  type MediaClaimant,
} from './media-owner.ts';
export { type MediaRequest, readThumbnails } from './media-url-context.ts';
export { insertPictureFacts, type PictureFacts } from './picture-facts.sql.ts';
export { readPictureFacts } from './picture-facts.ts';
export { PictureQueue } from './picture-queue.ts';
export { findNewName } from './rename-files.ts';
