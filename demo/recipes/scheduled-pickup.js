const shipping = document.querySelector('ship-checkout');
const [day, time] = [document.querySelector('#day'), document.querySelector('#time')];

function schedule() {
  if (!day.value || !time.value) return;
  shipping.readyAt = `${day.value}T${time.value}+07:00`;
  shipping.contacts = {
    ...shipping.contacts,
    delivery_type: 'scheduled',
    delivery_date: day.value,
    delivery_time: time.value,
  };
}

day.addEventListener('change', schedule);
time.addEventListener('change', schedule);
