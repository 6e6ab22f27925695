/** The interface of this domain for other domains. */
export {
  createMedia,
  type PictureDependencies as PictureWorks,
  type StoredPicture,
  storePicture,
} from './create-media.ts';
export {
  discardMedia,
  discardMediaOfMessages,
  discardMediaOfPosts,
  type MediaStorage as MediaPlace,
} from './discard-media.ts';
export {
  attachToPosts as takeForPosts,
  claimUpload as takeUpload,
  findMedia,
  findMediaByFile,
  markAsAttached as keepMedia,
  releaseMedia,
} from './media.sql.ts';
export {
  buildClaimant as claimantOf,
  findAttachableMedia as nameableMedia,
  hashUploaderAddress as addressKey,
  type MediaClaimant,
} from './media-owner.ts';
export { PictureQueue } from './picture-queue.ts';
export { findNewName as newName } from './rename-files.ts';
