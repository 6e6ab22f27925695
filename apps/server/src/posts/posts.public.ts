/** What other domains may use of posts. */
export { checkPosts, createPosts } from './create-posts.ts';
export { deletePosts } from './delete-posts.ts';
export { type KnownPost, noFields, readKnownPosts } from './known-post.ts';
export { readBusyPosts } from './locks.sql.ts';
export { isReadable, managesPosts } from './posts.rules.ts';
export {
  countPostsOfSurvey,
  isPublic,
  lastOfFirstPosts,
  type PostRow,
  seenBy,
  shownMedia,
  visibleBeside,
  visibleSets,
  visibleTo,
  withinTrial,
} from './posts.sql.ts';
export { viewPost } from './posts.view.ts';
export { postFor } from './read-posts.ts';
export { createPostsFromMessages, createPostsOfContacts, storeAnswer } from './receive-post.ts';
export { type AnsweredPost, shownAnswers } from './shown-answers.ts';
export { translationsOf } from './translations.view.ts';
export { updatePost } from './update-post.ts';
export { type Shape, shapesOf } from './well-known-text.ts';
export { forgetPicture } from './write-posts.sql.ts';
export { viewWritten } from './written-post.ts';
