# shellcheck shell=bash
# Makes the guest's kernel, modules and initial file system below "$cache", and keeps them as long as they
# match what the configured apt sources offer. Nothing is installed on the host.

# What the init script loads by itself, to reach the host's files.
readonly boot_modules=(virtio_pci 9pnet_virtio 9p overlay)
# What guest/drivers.sh loads.
readonly device_modules=(vivid v4l2loopback snd-aloop snd-dummy)

# The package that a package depends on whose name begins like its own: linux-image-amd64 gives
# linux-image-6.1.0-57-amd64. Empty where apt has no lists.
newest_of() {
    local meta=$1 stem=$2
    apt-cache depends --no-recommends --no-suggests "$meta" 2>/dev/null \
        | awk -v stem="$stem" '$1 == "Depends:" && index($2, stem) == 1 { print $2; exit }'
}

candidate_version() {
    apt-cache policy "$1" 2>/dev/null | awk '$1 == "Candidate:" { print $2 }'
}

# Sets kernel_release, and makes the cached kernel if there is none that matches.
prepare_kernel() {
    local image wanted stamp
    image=$(newest_of linux-image-amd64 linux-image-)
    stamp=$cache/kernel/stamp
    if [[ -z $image ]]; then
        if [[ ! -f $stamp ]]; then
            fail "apt knows no package linux-image-amd64, and no kernel is cached; run: apt-get update"
        fi
        note "apt has no lists: using the kernel that is cached"
    else
        wanted="$image $(candidate_version "$image") v4l2loopback $(candidate_version v4l2loopback-dkms)"
        wanted+=" modules ${boot_modules[*]} ${device_modules[*]}"
        if [[ ! -f $stamp || $(<"$stamp") != "$wanted" ]]; then
            make_kernel "${image#linux-image-}"
            echo "$wanted" >"$stamp"
        fi
    fi
    kernel_release=$(<"$cache/kernel/release")
}

make_kernel() {
    local release=$1 unpacked=$cache/unpacked common kbuild compiler
    note "preparing kernel $release (once)"
    rm -rf "$unpacked" "$cache/kernel"
    mkdir -p "$unpacked/packages" "$cache/kernel"
    common=$(newest_of "linux-headers-$release" linux-headers-)
    kbuild=$(newest_of "linux-headers-$release" linux-kbuild-)
    compiler=$(newest_of "linux-headers-$release" linux-compiler-)
    download "$unpacked/packages" "linux-image-$release" "linux-headers-$release" "$common" "$kbuild" \
        "$compiler" v4l2loopback-dkms
    local package
    for package in "$unpacked"/packages/*.deb; do
        dpkg -x "$package" "$unpacked"
    done
    build_loopback "$release"
    keep_modules "$release"
    cp "$unpacked/boot/vmlinuz-$release" "$cache/kernel/vmlinuz"
    echo "$release" >"$cache/kernel/release"
    rm -rf "$unpacked"
}

download() {
    local folder=$1 log=$cache/download.log
    shift
    # Without the sandbox user, who may not write in this folder when root runs this.
    if ! (cd "$folder" && apt-get -q -o APT::Sandbox::User=root download "$@") >"$log" 2>&1; then
        cat "$log" >&2
        fail "could not download: $*"
    fi
}

# The headers name their common part by its installed path; unpacked, it lies below "$unpacked".
build_loopback() {
    local release=$1 unpacked=$cache/unpacked log=$cache/v4l2loopback.log
    local headers=$unpacked/usr/src/linux-headers-$release source
    source=$(echo "$unpacked"/usr/src/v4l2loopback-*)
    sed -i "s#/usr/src/#$unpacked/usr/src/#" "$headers/Makefile"
    if ! make -C "$headers" M="$source" modules >"$log" 2>&1; then
        cat "$log" >&2
        fail "v4l2loopback did not build against kernel $release"
    fi
    mkdir -p "$unpacked/lib/modules/$release/extra"
    cp "$source/v4l2loopback.ko" "$unpacked/lib/modules/$release/extra/"
}

# Keeps the modules that are needed and what they depend on: a few megabytes of several hundred.
keep_modules() {
    local release=$1 unpacked=$cache/unpacked module path
    depmod -b "$unpacked" "$release"
    for module in "${boot_modules[@]}" "${device_modules[@]}"; do
        module_paths "$unpacked" "$release" "$module"
    done | sort -u | while read -r path; do
        install -D -m 644 "$path" "$cache/kernel/${path#"$unpacked"/}"
    done
    cp "$unpacked/lib/modules/$release"/modules.{order,builtin,builtin.modinfo} \
        "$cache/kernel/lib/modules/$release/"
    depmod -b "$cache/kernel" "$release"
}

# A module's files in the order in which they have to be loaded.
module_paths() {
    modprobe -d "$1" -S "$2" --show-depends "$3" | awk '$1 == "insmod" { print $2 }'
}

# busybox, the init script and the modules that reach the host's files. Made at every run: it takes no time.
make_first_file_system() {
    local folder=$cache/initramfs number=10 path name
    rm -rf "$folder"
    mkdir -p "$folder"/{bin,modules,proc,sys,dev,host,layer,root}
    cp /bin/busybox "$folder/bin/busybox"
    cp "$lab_folder/guest/init" "$folder/init"
    for module in "${boot_modules[@]}"; do
        module_paths "$cache/kernel" "$kernel_release" "$module"
    done | awk '!seen[$1]++' | while read -r path; do
        name=$(basename "$path")
        cp "$path" "$folder/modules/$number-$name"
        number=$((number + 1))
    done
    (cd "$folder" && find . -print0 | cpio --null --create --format=newc --quiet) | gzip -1 \
        >"$cache/initramfs.gz"
}
