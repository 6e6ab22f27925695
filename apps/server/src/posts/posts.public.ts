/** The interface of this domain for other domains. */

export { type GeoJsonShape as Shape, parseWellKnownText as shapesOf } from './answers/well-known-text.ts';
export { checkPosts, createPosts } from './create/create-posts.ts';
export {
  createPostsForContacts as createPostsOfContacts,
  createPostsFromMessages,
  storeAnswer,
} from './create/create-posts-from-messages.ts';
export { deletePosts } from './edit/delete-posts.ts';
export { updatePost } from './edit/update-post.ts';
export { removePictureFromAnswers as forgetPicture } from './edit/write-posts.sql.ts';
export { readLockedPostIds as readBusyPosts } from './locks/locks.sql.ts';
export {
  emptySurveyFields as noFields,
  type PostDetails as KnownPost,
  readPostDetails as readKnownPosts,
} from './post-details.ts';
export { canManagePosts as managesPosts, canReadPost as isReadable } from './posts.rules.ts';
export {
  columnsVisibleTo as seenBy,
  countVisiblePostsOfSurvey as countPostsOfSurvey,
  findLastPostIdOfTrial as lastOfFirstPosts,
  findVisibleMediaIds as shownMedia,
  isPublic,
  isSetVisibleTo as visibleSets,
  isVisibleBeyondPublic as visibleBeside,
  isVisibleTo as visibleTo,
  isWithinTrial as withinTrial,
  type PostRow,
} from './posts.sql.ts';
export { viewPost } from './posts.view.ts';
export { readAuthorizedPost as postFor } from './read-authorized-post.ts';
export { readTranslationPage as translationsOf } from './translations/translations.view.ts';
export { viewWrittenPost as viewWritten } from './view-written-post.ts';
export { type AnsweredPost, readVisibleAnswers as shownAnswers } from './visibility/visible-answers.ts';
