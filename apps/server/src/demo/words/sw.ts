import type { Words } from './words.ts';

export const sw: Words = {
  locale: 'sw_ke',
  near: [
    'karibu na daraja la zamani',
    'nyuma ya soko',
    'kando ya shule ya msingi',
    'kwenye kituo cha mabasi',
    'mbele ya kituo cha afya',
    'kando ya reli',
    'mkabala na posta',
    'karibu na uwanja wa mpira',
  ],
  levels: ['vifundoni', 'magotini', 'kiunoni', 'juu ya kichwa', 'kwenye mapaa'],
  names: [
    'Achieng Odhiambo',
    'Juma Mwangi',
    'Neema Mushi',
    'Baraka Kiptoo',
    'Zuhura Salim',
    'Wanjiku Njoroge',
    'Hamisi Bakari',
  ],
  notes: [
    'Kuna mtu anayeangalia mtaro {near}? Mwaka jana pia uliziba.',
    'Tafadhali nipigieni simu kuhusu mkutano wa {city}.',
    'Asanteni, gari la maji limefika leo.',
  ],
  topics: {
    flood: {
      titles: [
        'Maji yanapanda {near}',
        '{city}: barabara imejaa maji',
        'Mto umefurika {near}',
        'Nyumba zimejaa maji {near}',
      ],
      tells: [
        'Maji yalikuja usiku na yamefika {level} {near}. Watu kama {n} wamehama nyumba zao.',
        'Mto umevunja kingo {near}. Maji yamefika {level} na bado yanaongezeka. Tuko {n} tunasubiri sehemu ya juu.',
        'Mtaro {near} umezidiwa na mvua. Maji yamefika {level}; majirani {n} wanahamisha vitu vyao.',
        'Mvua imekoma lakini maji hayapungui {near}. Bado yako {level} na watu {n} hawawezi kutoka kwa gari.',
      ],
      asks: [
        'Tunahitaji maji ya kunywa na maturubai.',
        'Wazee wawili hawawezi kutembea; mashua itasaidia.',
        'Barabara imefungwa, tumieni ya juu.',
        'Hakuna aliyeumia kwa tunavyojua.',
      ],
    },
    pump: {
      titles: ['Pampu imeharibika {near}', '{city}: pampu haitoi maji', 'Mpini wa pampu umekatika {near}'],
      tells: [
        'Pampu {near} haijatoa maji kwa siku {n}. Watu wanaenda mtoni.',
        'Mpini unasogea lakini maji ni kidogo sana, sasa ni siku {n}.',
        'Bomba chini ya pampu linavuja {near} na pamejaa matope.',
      ],
      asks: [
        'Kamati ina pesa ya kipuri ila hakuna fundi.',
        'Shule jirani pia haina maji.',
        'Watoto wanapanga foleni tangu saa kumi na moja alfajiri.',
      ],
    },
    polls: {
      titles: ['Kituo cha kura {near}', '{city}: upigaji kura umeanza', 'Foleni ndefu kituoni {near}'],
      tells: [
        'Milango imefunguliwa na kura zinapigwa. Nilihesabu watu {n} kwenye foleni.',
        'Hali ni shwari. Watu {n} wanasubiri na foleni inasonga.',
        'Kituo {near} kiliishiwa kalamu kwa muda; watu {n} walisubiri.',
      ],
      asks: [
        'Kuna njia ya viti vya magurudumu na wazee wanaingia kwanza.',
        'Waangalizi wanaruhusiwa kuona kuhesabu kura.',
      ],
    },
    notice: {
      titles: ['Usafi wa kingo za mto {near}', 'Kliniki ya bure {city}', 'Maji yatakatwa Alhamisi {near}'],
      tells: [
        'Tunakutana {near}. Glavu na mifuko ipo; mwenye mabuti ayabebe.',
        'Kliniki iko {near} saa mbili hadi saa kumi. Chanjo ni bure.',
        'Bomba kuu linabadilishwa {near}. Wekeni maji ya siku moja.',
      ],
      asks: ['Waambieni majirani wasio na simu.', 'Maswali yanajibiwa ofisi ya kata.'],
    },
  },
};
