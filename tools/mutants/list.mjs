/**
 * The fixed list of mutants: changes to the code that the tests must detect. Each replaces a text that occurs exactly once in
 * its file.
 *
 * @typedef {object} Mutant
 * @property {string} area
 * @property {string} file from the repository's root: a module, or an SQL file of `migrations/functions/`
 * @property {string} find
 * @property {string} replace
 * @property {string[]} tests test files, of which at least one must fail
 */

const server = 'apps/server/src';

/**
 * @param {string} area
 * @param {string} file
 * @param {string[]} tests
 * @param {[find: string, replace: string][]} changes
 * @returns {Mutant[]}
 */
const mutantsIn = (area, file, tests, changes) =>
  changes.map(([find, replace]) => ({
    area,
    file: `${server}/${file}`,
    find,
    replace,
    tests: tests.map((test) => `${server}/${test}.test.ts`),
  }));

/** @type {Mutant[]} */
export const mutants = [
  ...mutantsIn(
    'rules',
    'surveys/surveys.rules.ts',
    ['surveys/surveys.rules', 'surveys/surveys'],
    [
      ['survey.disabled && !canSeeHiddenFields(viewer)', 'survey.disabled'],
      ["viewer.can('Manage Settings', 'Manage Posts')", "viewer.can('Manage Settings')"],
      ["if (!surveyPrivileges(viewer, survey).includes('read')) return false;", ''],
      ['survey.everyone_can_create || (viewer', '(viewer'],
    ],
  ),
  ...mutantsIn(
    'rules',
    'posts/posts.rules.ts',
    ['posts/visibility/visibility', 'posts/senders/visitors', 'posts/edit/write-posts'],
    [
      ['viewer.id !== null && viewer.id === post.user_id', 'viewer.id === post.user_id'],
      ['canManagePosts(viewer) || isAuthor(viewer, post);', 'canManagePosts(viewer);'],
      ['if (canSeeUnmasked(viewer, post)) return true;', 'if (canManagePosts(viewer)) return true;'],
      ["post.status === 'published' && isForViewer && (", 'isForViewer && ('],
      ["post.status === 'published' && isForViewer && (", "post.status === 'published' && ("],
      [' && isForViewer && (post.public_from ?? null) === null;', ' && isForViewer;'],
      ["['update', isOpen && mayEdit]", "['update', mayEdit]"],
      ["['delete', mayEdit]", "['delete', isOpen && mayEdit]"],
      ['isAuthor(viewer, post) && viewer.mayEditOwnPosts', 'isAuthor(viewer, post)'],
      ["if (before === 'published') return 'postCanOnlyBeUnpublishedByAdmin';", ''],
      ['survey?.require_approval ?? true', 'survey?.require_approval ?? false'],
    ],
  ),
  ...mutantsIn(
    'rules',
    'posts/posts.rules.ts',
    ['settings/operator-settings'],
    [['id > viewer.lastVisiblePostId;', 'id >= viewer.lastVisiblePostId;']],
  ),
  ...mutantsIn(
    'visibility',
    'posts/posts.sql.ts',
    ['posts/visibility/visibility', 'browse/filters/filters'],
    [
      [
        "posts.status = 'published' and posts.public_from is null and ${forRole}",
        'posts.public_from is null and ${forRole}',
      ],
      [' and posts.public_from is null and ${forRole}', ' and ${forRole}'],
      [' and posts.published_to @> array[${viewer.role}]::text[])', ')'],
      ["posts.status = 'published' and posts.published_to = '{}'", "posts.published_to = '{}'"],
      ['sql`(${own} or (', 'sql`(('],
    ],
  ),
  ...mutantsIn(
    'visibility',
    'posts/posts.sql.ts',
    ['settings/operator-settings'],
    [['posts.id <= ${lastVisiblePostId}', 'posts.id < ${lastVisiblePostId}']],
  ),
  ...mutantsIn(
    'visibility',
    'posts/posts.sql.ts',
    ['collections/collections', 'saved-searches/saved-searches'],
    [
      [' or sets.user_id = ${viewer.id})', ')'],
      ["coalesce(sets.role, '{}') = '{}' or ", ''],
    ],
  ),
  ...mutantsIn(
    'visibility',
    'posts/posts.sql.ts',
    ['media/media'],
    [
      ['and (post_media.shown or ${unmasked})', ''],
      [': sql`posts.user_id = ${viewer.id}`', ': sql`false`'],
    ],
  ),
  ...mutantsIn(
    'masking',
    'posts/posts.sql.ts',
    ['browse/filters/filters', 'browse/privacy'],
    [["canManagePosts(viewer) ? '' : 'masked_'", "canManagePosts(viewer) ? '' : ''"]],
  ),
  ...mutantsIn(
    'masking',
    'posts/visibility/visible-answers.ts',
    ['posts/visibility/visibility'],
    [
      ['(attribute.response_private && !isUnmasked)', 'false'],
      ['survey?.[roundedBy] ?? true', 'false'],
      [
        'visibleAttributes(details.fields, canManagePosts(viewer))',
        'visibleAttributes(details.fields, isUnmasked)',
      ],
    ],
  ),
  ...mutantsIn(
    'masking',
    'posts/answers/field-types.ts',
    ['posts/visibility/visibility'],
    [
      ['isHidden ? answers.map(roundToDay) : answers', 'answers'],
      ['${answer.slice(0, 10)} 00:00:00', '${answer.slice(0, 13)}:00:00'],
      ['roundCoordinates(answer, precision)', 'answer'],
    ],
  ),
  ...mutantsIn(
    'masking',
    'posts/posts.view.ts',
    ['posts/visibility/visibility', 'data-sources/incoming/incoming-sms'],
    [
      ['survey?.hide_author === false ? post', 'survey?.hide_author !== false ? post'],
      ['...(isManager', '...(isManager || true'],
      ['author_realname: seesHiddenAuthor ?', 'author_realname: isManager ?'],
      ['post.completed_tasks.filter((id) => shownTasks.has(id))', 'post.completed_tasks'],
    ],
  ),
  ...mutantsIn(
    'masking',
    'migrations/functions/masks.sql',
    ['posts/visibility/visibility', 'surveys/masks'],
    [
      ['coalesce(survey.hide_location, true) as hide', 'false as hide'],
      ['not attribute.response_private and not task.internal_only', 'not task.internal_only'],
      ["when hides and is_merged and (survey).place_mask = 'displaced' then null", ''],
      ['case when coalesce(hide_author, true) then null', 'case when coalesce(hide_author, false) then null'],
      ["then date_trunc('day', post.created", "then date_trunc('hour', post.created"],
      ["then date_trunc('day', post.post_date", "then date_trunc('hour', post.post_date"],
    ],
  ),
  ...mutantsIn(
    'filters',
    'browse/filters/filters.sql.ts',
    ['browse/filters/filters'],
    [
      [
        "compareTime(columnsVisibleTo(viewer).created, '>=', created_after)",
        "compareTime(columnsVisibleTo(viewer).created, '>', created_after)",
      ],
      [
        "compareTime(columnsVisibleTo(viewer).created, '<=', created_before)",
        "compareTime(columnsVisibleTo(viewer).created, '<', created_before)",
      ],
      [
        "compareTime(columnsVisibleTo(viewer).updated, '>=', updated_after)",
        "compareTime(columnsVisibleTo(viewer).updated, '>', updated_after)",
      ],
      [
        "compareTime(columnsVisibleTo(viewer).updated, '<=', updated_before)",
        "compareTime(columnsVisibleTo(viewer).updated, '<', updated_before)",
      ],
      [
        "compareTime(columnsVisibleTo(viewer).postDate, '<=', date_before)",
        "compareTime(columnsVisibleTo(viewer).postDate, '<', date_before)",
      ],
      [
        "compareTime(columnsVisibleTo(viewer).postDate, '>', date_after)",
        "compareTime(columnsVisibleTo(viewer).postDate, '>=', date_after)",
      ],
      ["compareToPost(viewer, '<=', ", "compareToPost(viewer, '<', "],
      ["compareToPost(viewer, '>', ", "compareToPost(viewer, '>=', "],
      ["=== 'unmapped' ? sql`${cell} is null`", "=== 'unmapped' ? sql`${cell} is not null`"],
      ['conditions.push(sql`${column} is null`)', 'conditions.push(sql`false`)'],
      ['order by tasks.priority, tasks.id limit 1', 'order by tasks.priority desc, tasks.id desc limit 1'],
      ['  return [hasFirst, hasAll];', '  return [hasFirst];'],
    ],
  ),
  ...mutantsIn(
    'filters',
    'browse/filters/resolved-filters.sql.ts',
    ['browse/privacy'],
    [['(not attributes.response_private and attributes.type <> all', '(attributes.type <> all']],
  ),
  ...mutantsIn(
    'filters',
    'browse/filters/location.sql.ts',
    ['browse/filters/filters'],
    [
      ['return from <= to ?', 'return true ?'],
      ['<= ${circle.km}`', '<= 2 * ${circle.km}::float8`'],
    ],
  ),
  ...mutantsIn(
    'filters',
    'browse/counts/precomputed-counts.sql.ts',
    ['browse/counts/precomputed-counts'],
    [
      ['day > ${epochDay(after)}::int', 'day >= ${epochDay(after)}::int'],
      ['day < ${epochDay(before)}::int', 'day <= ${epochDay(before)}::int'],
    ],
  ),
  ...mutantsIn(
    'tiles',
    'browse/tiles/draw-tile.ts',
    ['browse/tiles/draw-tile', 'browse/tiles/tiles'],
    [
      ['start + cellSize * (1 - edgeMargin)', 'start + cellSize * (1 + edgeMargin)'],
      ['start + cellSize * edgeMargin', 'start - cellSize * edgeMargin'],
      ['parts.length <= maxParts', 'parts.length < maxParts'],
      ['Math.min(cluster.first, first)', 'Math.max(cluster.first, first)'],
      ['(cluster.bySurvey.get(survey_id) ?? 0) + count', 'count'],
      ['cluster.y += (y + 0.5) * count', 'cluster.y += (x + 0.5) * count'],
    ],
  ),
  ...mutantsIn(
    'tiles',
    'browse/tiles/map-grid.rules.ts',
    ['browse/tiles/map-grid'],
    [
      ['first + size * size - 1', 'first + size * size'],
      ['1 - 2 * y', '2 * y - 1'],
      ['while (a !== b)', 'while (a < b - 1)'],
    ],
  ),
  ...mutantsIn(
    'scheduled',
    'notifications/digest-schedule.ts',
    ['notifications/digest-schedule'],
    [
      [
        '(Math.floor(after.getTime() / quarterMs) + 1) * quarterMs',
        'Math.floor(after.getTime() / quarterMs) * quarterMs',
      ],
      ['(Math.floor(now.getTime() / (60 * minuteMs)) + 1)', 'Math.floor(now.getTime() / (60 * minuteMs))'],
      ['Math.max(now.getTime() + settleDelayMs', 'Math.min(now.getTime() + settleDelayMs'],
      ["'08:00'", "'07:00'"],
    ],
  ),
  ...mutantsIn(
    'scheduled',
    'privacy/retention.sql.ts',
    ['privacy/retention'],
    [
      ['contacts.opted_out is null and ', ''],
      ['contacts.user_id is null and contacts.opted_out', 'contacts.opted_out'],
      ['`)} < ${daysAgo(days)} and ${condition}', '`)} > ${daysAgo(days)} and ${condition}'],
      ["and state in ('pending', 'received')", "and state in ('received')"],
    ],
  ),
];
