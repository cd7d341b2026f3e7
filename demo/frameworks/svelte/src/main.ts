import 'ship-elements/define';
import { mount } from 'svelte';
import Shop from './Shop.svelte';

const target = document.querySelector('#app');
if (target) mount(Shop, { target });
