import 'ship-elements/area-search';
import 'ship-elements/define';
import 'ship-elements/tracking';
import { createApp } from 'vue';
import Shop from './Shop.vue';

createApp(Shop).mount('#app');
