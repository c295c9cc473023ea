# Run by bash in the namespaces of a fresh machine: ROOT FOLDER COMMAND...
# Makes ROOT the root of the file system, and runs the commands in FOLDER.
set -euo pipefail
root=$1 folder=$2
shift 2

read -r _ # the proxy listens
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sys "$root/sys"
mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup" # slurmd wants it
mount -t tmpfs -o mode=755 dev "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666,mode=620 pts "$root/dev/pts"
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"
ln -s fd/1 "$root/dev/stdout"
ln -s fd/2 "$root/dev/stderr"
hostname fresh
echo "127.0.0.1 localhost fresh" > "$root/etc/hosts"

cd "$root"
mkdir -p old
pivot_root . old
umount -l /old
cd "$folder"
status=0
for command; do
  echo "== $command"
  SECONDS=0
  bash -c "$command" </dev/null || status=1
  echo "== $command took $SECONDS s"
done
exit $status
