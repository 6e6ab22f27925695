/** What other domains may use of pictures. */
export { createMedia, type PictureWorks, type StoredPicture, storePicture } from './create-media.ts';
export {
  discardMedia,
  discardMediaOfMessages,
  discardMediaOfPosts,
  type MediaPlace,
} from './discard-media.ts';
export {
  findMedia,
  findMediaByFile,
  keepMedia,
  releaseMedia,
  takeForPosts,
  takeUpload,
} from './media.sql.ts';
export { addressKey, claimantOf, type MediaClaimant, nameableMedia } from './media-owner.ts';
export { PictureQueue } from './picture-queue.ts';
export { newName } from './rename-files.ts';
