import {
  type AnswerContext,
  addHours,
  createCategoriesField,
  createDescriptionField,
  createTitleField,
  formatDay,
  formatDecimal,
  type GeneratedAnswers,
  photoField,
  placeField,
  type SurveyPlan,
  withProbability,
} from './plan.ts';

const kinds = ['Hand pump', 'Motor pump', 'Tap stand', 'Open well'];

/** Maximum by story: dry, a trickle, leaking. */
const maxLitresByStory = [0, 2, 9];

function generateRepair({ random, status, date }: AnswerContext, days: number): GeneratedAnswers['values'] {
  if (status === 'draft' || !random.chance(0.4)) return {};
  return {
    repaired: [formatDay(addHours(date, 24 * random.int(1, 4 + days)))],
    cost: [formatDecimal(random.int(4, 180) + 0.5 * random.int(0, 1))],
    worker: withProbability(random, 0.8, () =>
      random.pick(['Pump committee', 'County workshop', 'A mechanic from the next village']),
    ),
  };
}

function generateAnswers(context: AnswerContext): GeneratedAnswers {
  const { random, storyIndex, date, place, pickPicture, earlierPostId } = context;
  const n = random.int(2, 30);
  const repaired = generateRepair(context, n);
  return {
    values: {
      place: [place],
      kind: [random.pick(kinds)],
      flow: [formatDecimal(random.next() * (maxLitresByStory[storyIndex] ?? 0))],
      since: [formatDay(addHours(date, -24 * n))],
      before: random.chance(0.2) && earlierPostId !== undefined ? [earlierPostId] : [],
      photo: random.chance(0.45) ? [pickPicture('pump')].filter((it) => it !== undefined) : [],
      ...repaired,
    },
    categories: random.chance(0.2) ? ['drinking-water', 'school'] : ['drinking-water'],
    completedTasks: 'repaired' in repaired ? [1] : [],
    count: n,
  };
}

/** Pumps and wells. */
export const pump: SurveyPlan = {
  topic: 'pump',
  name: 'Broken water pump',
  description: 'A pump, tap or well that gives no water, or water you would not drink.',
  color: '#1B8A7A',
  requireApproval: true,
  spreads: ['country', 'country', 'town'],
  tasks: [
    {
      label: 'Post',
      fields: [
        createTitleField('Which pump, and what is wrong?'),
        createDescriptionField('What happened?'),
        {
          name: 'kind',
          label: 'What kind is it?',
          input: 'radio',
          type: 'varchar',
          options: kinds,
          required: true,
        },
        {
          name: 'flow',
          label: 'Litres a minute',
          instructions: '0 when it is dry.',
          input: 'number',
          type: 'decimal',
        },
        placeField,
        { name: 'since', label: 'Broken since', input: 'date', type: 'datetime' },
        {
          name: 'before',
          label: 'Reported before as',
          input: 'relation',
          type: 'relation',
          related: ['pump'],
        },
        createCategoriesField('drinking-water', 'school', 'health'),
        photoField,
      ],
    },
    {
      label: 'Repair',
      description: 'Filled in when water runs again.',
      fields: [
        { name: 'repaired', label: 'Repaired on', input: 'date', type: 'datetime', required: true },
        { name: 'worker', label: 'By whom', input: 'text', type: 'varchar' },
        { name: 'cost', label: 'Cost in US dollars', input: 'number', type: 'decimal' },
      ],
    },
  ],
  generateAnswers,
};
