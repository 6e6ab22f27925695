/** What other domains may use of notifications. */
export {
  type NotificationLimits,
  readNotificationCounts as notificationFigures,
  startOfNextDay as nextDay,
} from './notification-limits.sql.ts';
