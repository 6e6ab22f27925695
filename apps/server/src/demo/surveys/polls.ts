import {
  type AnswerContext,
  createCategoriesField,
  createDescriptionField,
  createTitleField,
  formatDateTime,
  type GeneratedAnswers,
  photoField,
  pickSome,
  placeField,
  type SurveyPlan,
  withProbability,
} from './plan.ts';

const observations = ['Ramp or ground floor', 'Papers for everyone', 'Observers let in', 'Box sealed'];
const verdicts = ['Matches other reports', 'Contradicts other reports', 'Only report so far'];

function generateAnswers({
  random,
  storyIndex,
  date,
  place,
  pickPicture,
  status,
}: AnswerContext): GeneratedAnswers {
  // The last story is about a long queue.
  const n = (storyIndex === 2 ? 60 : 3) + Math.floor(random.next() ** 2 * 100);
  // The task of the observation desk is required before publishing.
  const isChecked = status === 'published' || random.chance(0.2);
  return {
    values: {
      place: [place],
      station: [`${random.int(1, 24)}-${random.int(100, 999)}`],
      opened: [random.chance(0.86) ? 'On time' : random.chance(0.8) ? 'Late' : 'Not open'],
      seen: pickSome(random, observations, 0.7),
      queue: [n],
      noted: [formatDateTime(date)],
      photo: random.chance(0.2) ? [pickPicture('box')].filter((it) => it !== undefined) : [],
      ...(isChecked
        ? {
            verdict: [random.pick(verdicts)],
            log: withProbability(random, 0.4, () => '**Desk:** called the station head. _No action needed._'),
          }
        : {}),
    },
    categories:
      n > 60 ? ['voting', 'voting-queue'] : random.chance(0.3) ? ['voting', 'voting-access'] : ['voting'],
    completedTasks: isChecked ? [1] : [],
    count: n,
  };
}

/** Election observation. */
export const polls: SurveyPlan = {
  topic: 'polls',
  name: 'Polling station',
  description:
    'For the election of the basin councils: what observers see, without names and without parties.',
  color: '#7A4FA3',
  requireApproval: true,
  hiddenFacts: ['author'],
  spreads: ['town', 'town', 'town', 'country'],
  tasks: [
    {
      label: 'Post',
      fields: [
        createTitleField('Which station?'),
        createDescriptionField('What do you see?'),
        { name: 'station', label: 'Number of the station', input: 'text', type: 'varchar', required: true },
        {
          name: 'opened',
          label: 'Did it open?',
          input: 'radio',
          type: 'varchar',
          options: ['On time', 'Late', 'Not open'],
          required: true,
        },
        {
          name: 'seen',
          label: 'What is in order?',
          input: 'checkboxes',
          type: 'varchar',
          options: observations,
          cardinality: 0,
        },
        { name: 'queue', label: 'People in the queue', input: 'number', type: 'int' },
        placeField,
        { name: 'noted', label: 'Noted at', input: 'datetime', type: 'datetime' },
        createCategoriesField('voting', 'voting-queue', 'voting-access'),
        photoField,
      ],
    },
    {
      label: 'Observation desk',
      description: 'Compared with other reports before it is published.',
      required: true,
      isInternal: true,
      fields: [
        {
          name: 'verdict',
          label: 'Against other reports',
          input: 'radio',
          type: 'varchar',
          options: verdicts,
          required: true,
        },
        { name: 'log', label: 'Log', input: 'markdown', type: 'markdown' },
      ],
    },
  ],
  generateAnswers,
};
