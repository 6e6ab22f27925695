import {
  type AnswerContext,
  createCategoriesField,
  createDescriptionField,
  createTitleField,
  type GeneratedAnswers,
  photoField,
  pickSome,
  placeField,
  type SurveyPlan,
} from './plan.ts';

const kinds = ['No light', 'Harassment', 'Robbery', 'Something broken'];
const hours = ['Morning', 'Afternoon', 'Evening', 'Night'];

/** Kinds by story. */
const kindsByStory = [['No light'], ['Harassment', 'Robbery'], ['Something broken']];

function generateAnswers({ random, storyIndex, place, pickPicture }: AnswerContext): GeneratedAnswers {
  const kind = random.pick(kindsByStory[storyIndex] ?? kinds);
  return {
    values: {
      place: [place],
      kind: [kind],
      hours: pickSome(random, hours, 0.4),
      help: random.chance(0.25) ? ['I would like to talk to somebody.'] : [],
      photo: random.chance(0.2) ? [pickPicture('lamp')].filter((it) => it !== undefined) : [],
    },
    categories: kind === 'No light' ? ['unsafe-place', 'lighting'] : ['unsafe-place'],
    completedTasks: [],
    count: random.int(3, 60),
  };
}

/** Unsafe places. */
export const unsafe: SurveyPlan = {
  topic: 'unsafe',
  name: 'Unsafe place',
  description:
    'Where you do not feel safe, and why. Your name, the exact place and the hour stay with the team.',
  color: '#A51A1A',
  requireApproval: true,
  hiddenFacts: ['author', 'time', 'location'],
  spreads: ['town'],
  tasks: [
    {
      label: 'Post',
      fields: [
        createTitleField('In a few words'),
        createDescriptionField('What makes it unsafe?'),
        {
          name: 'kind',
          label: 'What is it?',
          input: 'radio',
          type: 'varchar',
          options: kinds,
          required: true,
        },
        { name: 'hours', label: 'When?', input: 'checkbox', type: 'varchar', options: hours, cardinality: 0 },
        placeField,
        { name: 'help', label: 'Shall we call you?', input: 'textarea', type: 'text', isPrivate: true },
        createCategoriesField('unsafe-place', 'lighting'),
        photoField,
      ],
    },
  ],
  generateAnswers,
};
