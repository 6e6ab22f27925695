/** The interface of this domain for other domains. */

export { fieldTypeHandlers } from './answers/field-types.ts';
export { isOfferedCategory } from './answers/offered-categories.ts';
export type { GeoJsonShape } from './answers/well-known-text.ts';
export { changeConsent } from './consent/change-consent.ts';
export { findRefusalReason, type StoredConsent } from './consent/consent.rules.ts';
export { viewConsentRecords, viewPostConsent } from './consent/post-consent.view.ts';
export {
  findRefusedNumbers,
  hasPostConsents,
  isContactRefused,
  isUsable,
  unpublishMergedPosts,
} from './consent/post-consents.sql.ts';
export { checkDrafts, createPosts, idOrThrow, type PostDraft } from './create/create-posts.ts';
export {
  changePosts,
  lockAuthorizedPosts,
  type PostChange,
  type PostChangeResult,
} from './edit/change-posts.ts';
export { deletePost } from './edit/delete-post.ts';
export { deletePosts } from './edit/delete-posts.ts';
export { saveSuggestion, undoSuggestion } from './edit/save-suggestion.ts';
export { storeAnswer } from './edit/store-answer.ts';
export { updatePost } from './edit/update-post.ts';
export { lockPostRows, removePictureFromAnswers } from './edit/write-posts.sql.ts';
export { isActiveLock, readLockedPostIds, readLocks } from './locks/locks.sql.ts';
export { viewLock } from './locks/locks.view.ts';
export { addExtraFields } from './merge/add-extra-fields.ts';
export { readPostOrPrimary } from './merge/read-post-or-primary.ts';
export {
  emptySurveyFields,
  type PostDetails,
  readFirstPostDetails,
  readPostDetails,
} from './post-details.ts';
export { canManagePosts, canReadPost, checkStatusChange, postPrivileges } from './posts.rules.ts';
export {
  columnsVisibleTo,
  contentStart,
  countVisiblePostsOfSurvey,
  findLastPostIdOfTrial,
  findVisibleMediaIds,
  isListedFor,
  isNotMerged,
  isPublic,
  isSetVisibleTo,
  isVisibleBeyondPublic,
  isVisibleTo,
  isWithinTrial,
  type PostPlaceRow,
  type PostRow,
} from './posts.sql.ts';
export { type IncludedAnswers, isIncluded, viewPost } from './posts.view.ts';
export { readAuthorizedPost } from './read-authorized-post.ts';
export { findSenderOfPost } from './senders/clean-up.ts';
export { readTranslationPage } from './translations/translations.view.ts';
export { showsVerification } from './verification/add-verifications.ts';
export { hasVerifications } from './verification/verifications.sql.ts';
export { viewWrittenPost } from './view-written-post.ts';
export { computePlacePrecision, findPlacePrecision } from './visibility/place-precision.ts';
export { readPublicValues } from './visibility/public-values.ts';
export { type AnsweredPost, readVisibleAnswers, type VisibleAnswers } from './visibility/visible-answers.ts';
export { findVisibleAreaIds } from './visibility/visible-areas.ts';
export { isWithheld } from './visibility/withheld-reporter.ts';
