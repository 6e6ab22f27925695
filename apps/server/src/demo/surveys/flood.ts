import {
  type AnswerContext,
  addHours,
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

const levels = ['Ankles', 'Knees', 'Waist', 'Above head', 'Roofs'] as const;
const needs = ['Drinking water', 'Food', 'Shelter', 'Boat', 'Medicine'];
const confidence = ['Confirmed on the spot', 'Confirmed by phone', 'Likely', 'Doubtful'];
const teams = ['Red Cross branch', 'Fire brigade', 'Ward committee', 'Neighbours'];

/** Most floods are knee-deep, few reach the roofs. */
const pickLevel = ({ random }: AnswerContext) => Math.min(4, Math.floor(random.next() ** 1.7 * 5));

function generateVerification({ random, status }: AnswerContext): GeneratedAnswers['values'] {
  if (!random.chance(status === 'draft' ? 0.15 : 0.65)) return {};
  return {
    confidence: [random.pick(confidence.slice(0, status === 'published' ? 3 : 4))],
    notes: withProbability(random, 0.5, () =>
      random.pick(['Called back, two neighbours say the same.', 'Photo matches the place.']),
    ),
  };
}

function generateResponse({ random, status, date }: AnswerContext): GeneratedAnswers['values'] {
  if (status === 'draft' || !random.chance(0.35)) return {};
  return {
    helper: [random.pick(teams)],
    arrived: [formatDateTime(addHours(date, random.int(2, 30)))],
    done: withProbability(random, 0.7, () =>
      random.pick([
        'Water and blankets handed out.',
        'Road closed off, pump set up.',
        'Families taken to the school hall.',
      ]),
    ),
  };
}

function generateAnswers(context: AnswerContext): GeneratedAnswers {
  const { random, date, place, pickPicture } = context;
  const level = pickLevel(context);
  const n = Math.ceil((level + 1) * (2 + random.next() ** 3 * 60));
  const verification = generateVerification(context);
  const response = generateResponse(context);
  return {
    values: {
      place: [place],
      level: [levels[level]],
      people: [n],
      seen: [formatDateTime(addHours(date, -random.next() * 3))],
      needs: pickSome(random, needs, 0.15 + level * 0.12),
      phone: withProbability(random, 0.3, () => `+000 555 ${random.int(1000, 9999)}`),
      photo: random.chance(0.5) ? [pickPicture('river')].filter((it) => it !== undefined) : [],
      ...verification,
      ...response,
    },
    categories:
      level > 2 ? ['flooding', 'rescue'] : random.chance(0.25) ? ['flooding', 'roads'] : ['flooding'],
    completedTasks: [...('confidence' in verification ? [1] : []), ...('helper' in response ? [2] : [])],
    level,
    count: n,
  };
}

/** Floods. */
export const flood: SurveyPlan = {
  topic: 'flood',
  name: 'Flood report',
  description:
    "Tell us where the water is, and who needs help. If someone's life is in danger, call emergency services first.",
  color: '#2274B4',
  requireApproval: true,
  spreads: ['river', 'river', 'river', 'town', 'country'],
  tasks: [
    {
      label: 'Post',
      fields: [
        createTitleField('What is under water, in a few words?'),
        createDescriptionField('What do you see?'),
        {
          name: 'level',
          label: 'How high is the water?',
          input: 'select',
          type: 'varchar',
          options: levels,
          required: true,
        },
        {
          name: 'people',
          label: 'How many people are affected?',
          input: 'number',
          type: 'int',
          instructions: 'An estimate is fine.',
        },
        placeField,
        { name: 'seen', label: 'When did you see it?', input: 'datetime', type: 'datetime' },
        {
          name: 'needs',
          label: 'What is needed?',
          input: 'checkbox',
          type: 'varchar',
          options: needs,
          cardinality: 0,
        },
        createCategoriesField('flooding', 'roads', 'drains', 'rescue'),
        photoField,
        {
          name: 'phone',
          label: 'Your phone number',
          input: 'text',
          type: 'varchar',
          isPrivate: true,
        },
      ],
    },
    {
      label: 'Verification',
      description: 'Ask someone on site before you publish.',
      isInternal: true,
      fields: [
        {
          name: 'confidence',
          label: 'How sure are we?',
          input: 'radio',
          type: 'varchar',
          options: confidence,
          required: true,
        },
        { name: 'notes', label: 'Team notes', input: 'textarea', type: 'text' },
      ],
    },
    {
      label: 'Response',
      description: 'What has been done so far. Everyone can see this.',
      fields: [
        {
          name: 'helper',
          label: 'Who helped?',
          input: 'select',
          type: 'varchar',
          options: teams,
          required: true,
        },
        { name: 'arrived', label: 'Since when?', input: 'datetime', type: 'datetime' },
        { name: 'done', label: 'What was done?', input: 'textarea', type: 'text' },
      ],
    },
  ],
  generateAnswers,
};
